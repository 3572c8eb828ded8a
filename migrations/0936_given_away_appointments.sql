-- Since when an appointment is another person's than who booked it: what its booker was given opens it no more.
alter table appointments add column given_away_at timestamptz;

-- What is corrected of the same person is none: a similar name with the telephone or the e-mail as before, or the same name with
-- nothing but another telephone, or another e-mail.
create function note_given_away() returns trigger language plpgsql as $$
begin
  if not (coalesce(similar_names(old.client_name, new.client_name), false)
      and (old.client_phone <> '' and old.client_phone = new.client_phone
        or coalesce(lower(old.client_email) = lower(new.client_email), false)))
    and not (plain(old.client_name) = plain(new.client_name)
      and (old.client_phone = new.client_phone or lower(old.client_email) is not distinct from lower(new.client_email)))
  then
    new.given_away_at := now();
  end if;
  return new;
end $$;
create trigger appointments_given_away before update of client_name, client_phone, client_email on appointments
  for each row when (old.given_away_at is null and (old.client_name, old.client_phone, old.client_email)
    is distinct from (new.client_name, new.client_phone, new.client_email)) execute function note_given_away();
