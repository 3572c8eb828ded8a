-- Whoever keeps telephone and e-mail is the same person, whatever is corrected of the name: 'Marai Ruiz' is 'Maria Ruiz'.
create or replace function note_given_away() returns trigger language plpgsql as $$
begin
  if not (coalesce(similar_names(old.client_name, new.client_name), false)
      and (old.client_phone <> '' and old.client_phone = new.client_phone
        or coalesce(lower(old.client_email) = lower(new.client_email), false)))
    and not (plain(old.client_name) = plain(new.client_name)
      and (old.client_phone = new.client_phone or lower(old.client_email) is not distinct from lower(new.client_email)))
    and not (old.client_phone <> '' and old.client_phone = new.client_phone
      and lower(old.client_email) is not distinct from lower(new.client_email))
  then
    new.given_away_at := now();
  end if;
  return new;
end $$;
