-- What an appointment takes of its professional. For now from its start to its end; it is a column of its own because
-- it need not stay so (time to clean up, a pause while a dye works), and an index cannot compute it.
alter table appointments add column occupied tstzmultirange;

-- Another process may still write as it did before there was this column: what it leaves out follows from its times.
create function fill_occupied() returns trigger language plpgsql as $$
begin
  new.occupied := tstzmultirange(tstzrange(new.starts_at, new.ends_at));
  return new;
end $$;

create trigger appointments_fill_occupied before insert on appointments
  for each row when (new.occupied is null) execute function fill_occupied();
create trigger appointments_move_occupied before update on appointments
  for each row when (new.occupied is null or (new.occupied = old.occupied
    and (new.starts_at <> old.starts_at or new.ends_at <> old.ends_at))) execute function fill_occupied();

-- What is taken is no news to a form: what the appointment's time says is.
drop trigger appointments_version on appointments;
create trigger appointments_version before update on appointments
  for each row execute function next_version('words', 'occupied');
