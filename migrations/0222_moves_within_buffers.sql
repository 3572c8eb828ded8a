-- Another service at another start may take the very same time: that is no older process, which knows nothing of
-- `occupied`. What such a one moves is left outside of it.
drop trigger appointments_move_occupied on appointments;
create trigger appointments_move_occupied before update on appointments
  for each row when (new.occupied is null or (new.occupied = old.occupied
    and (new.starts_at < lower(new.occupied) or new.ends_at > upper(new.occupied))))
  execute function fill_occupied();
