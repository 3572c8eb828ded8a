-- A business that is brought from another installation was judged there: what was booked inside a time off, beyond a day's
-- limit or by somebody who was blocked since, stands. Set within the transaction of an import alone (server/transfer).
create or replace trigger appointments_refuse_time_off before insert on appointments
  for each row when (new.status <> 'cancelled' and current_setting('enpunto.importing', true) is distinct from 'on')
  execute function refuse_time_off();
create or replace trigger appointments_daily_limit before insert on appointments
  for each row when (new.booked_by = 'client' and new.status <> 'cancelled'
    and current_setting('enpunto.importing', true) is distinct from 'on')
  execute function refuse_beyond_daily_limit();
create or replace trigger appointments_card before insert on appointments
  for each row when (new.hold_kind is null and current_setting('enpunto.importing', true) is distinct from 'on')
  execute function fill_card();
