-- A move that its owner took back at once, before anybody was told of it.
alter table appointment_history drop constraint appointment_history_change_check;
alter table appointment_history add constraint appointment_history_change_check
  check (change in ('moved', 'edited', 'cancelled', 'attended', 'no_show', 'confirmed', 'undone'));

-- What happened last in a business, for the notices on its screens.
create index appointment_history_latest on appointment_history (business_id, id desc);
