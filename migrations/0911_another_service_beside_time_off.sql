-- Another service in the same place may take time that the one before did not: its preparation before the start, or the pause of the
-- one before. A changed time zone moves the start, and what lies in what stays.
create or replace trigger appointments_refuse_time_off_again before update on appointments
  for each row when (new.status <> 'cancelled' and (
    old.status = 'cancelled'
    or (new.professional_id, new.appointment_date, new.appointment_time)
      is distinct from (old.professional_id, old.appointment_date, old.appointment_time)
    or upper(new.occupied) - lower(new.occupied) > upper(old.occupied) - lower(old.occupied)
    or (new.starts_at = old.starts_at and not new.occupied <@ old.occupied)))
  execute function refuse_time_off();
