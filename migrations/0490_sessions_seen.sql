-- Where a session was opened, and when and from which network it was used last, for whoever it belongs to. The name of
-- the browser is kept as people read it, not as it was sent. Null: opened before, or by a process of the version before.
alter table sessions
  add column device text,
  add column network text,
  add column timezone text,
  add column seen_at timestamptz,
  add constraint sessions_seen check (length(device) <= 80 and length(network) <= 64 and length(timezone) <= 64) not valid;
alter table administrator_sessions
  add column device text,
  add column network text,
  add column timezone text,
  add column seen_at timestamptz,
  add constraint administrator_sessions_seen
    check (length(device) <= 80 and length(network) <= 64 and length(timezone) <= 64) not valid;
