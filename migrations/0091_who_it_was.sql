-- Who of the business it was, where the actor is its owner.
alter table appointments add column booked_by_user_id bigint references users;
alter table appointment_history add column user_id bigint references users;
