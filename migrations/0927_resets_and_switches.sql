-- When a password was last chosen by a mailed link: who was known in a browser before is a stranger to it since then, as after 'No fui yo'.
alter table users add column password_reset_at timestamptz;

-- The session that a switch to another business began at, through all switches in between; null of one that no switch opened. What is
-- counted of a session is counted of that one.
alter table sessions add column origin bytea;
