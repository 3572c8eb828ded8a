-- What is made shorter may lose its pause, and then takes time within it that it did not take: a time off may lie there since.
-- A changed time zone moves what is taken and no duration.
create or replace trigger appointments_refuse_time_off_again before update on appointments
  for each row when (new.status <> 'cancelled' and (
    old.status = 'cancelled'
    or (new.professional_id, new.appointment_date, new.appointment_time)
      is distinct from (old.professional_id, old.appointment_date, old.appointment_time)
    or upper(new.occupied) - lower(new.occupied) > upper(old.occupied) - lower(old.occupied)
    or (new.duration_minutes <> old.duration_minutes and not new.occupied <@ old.occupied)))
  execute function refuse_time_off();
