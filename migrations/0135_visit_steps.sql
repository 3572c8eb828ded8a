-- A visit goes on in steps: the client said yes (client_confirmed_at), is here, came or did not come. Each can be taken
-- back, and the history keeps it.
alter table appointments add column arrived_at timestamptz;
-- What stands was checked by the narrower rule: the next file validates it without keeping anybody waiting.
alter table appointment_history drop constraint appointment_history_change_check;
alter table appointment_history add constraint appointment_history_change_check
  check (change in ('moved', 'edited', 'cancelled', 'attended', 'no_show', 'confirmed', 'undone', 'arrived', 'corrected'))
  not valid;
