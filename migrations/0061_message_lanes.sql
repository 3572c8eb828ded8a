-- What is due, in two lanes: what somebody waits for (a confirmation, a change, a new password) never stands behind the
-- reminders of a full hour. A row is in one of them, so that writing one costs what it did.
drop index messages_due;
create index messages_due on messages (due_at) where state = 'queued' and not starts_with(kind, 'reminder_');
create index messages_due_reminders on messages (due_at) where state = 'queued' and starts_with(kind, 'reminder_');
