-- Whether the business's address is mailed of appointments that a member of its team books. The owner's own bookings are
-- never mailed, its clients' always are.
alter table businesses add column notify_team_bookings boolean not null default false;
