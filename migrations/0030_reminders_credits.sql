-- Reminders are not stored ahead: those due are found by the appointment's start, over all businesses.
create index appointments_upcoming on appointments (starts_at) where status = 'scheduled';

-- 'Confirmo que voy' of the reminder. A moved appointment has to be confirmed anew.
alter table appointments add column client_confirmed_at timestamptz;

-- Whether a change was overtaken, and what its reader heard before.
create index messages_changes on messages (business_id, appointment_id)
  where kind in ('cancelled_client', 'cancelled_owner', 'moved_client', 'moved_owner', 'edited_client', 'edited_owner');
-- The owner's list of reminders.
create index messages_reminders on messages (business_id, id) where kind in ('reminder_advance', 'reminder_two_hours');

-- What is left. The movements tell how it came about, and their sum is the same: both are written in one transaction.
-- This row is the lock of everybody who spends, and the database refuses to let it go below zero.
create table credit_accounts (
  business_id bigint primary key references businesses,
  -- The month whose free messages are counted in `free`; what is left of them ends with it.
  month date not null check (extract(day from month) = 1),
  free integer not null check (free >= 0),
  paid integer not null default 0 check (paid >= 0)
);

-- A message is paid once, and gives its credit back once.
create unique index credit_movements_message on credit_movements (business_id, message_id, reason)
  where message_id is not null;
-- A payment is granted once.
create unique index credit_movements_reference on credit_movements (business_id, reference) where reason = 'package';
