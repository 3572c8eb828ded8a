-- The zone that its booker's phone was in says nothing of whoever an appointment is given to: their mails would name its hour.
create or replace function note_given_away() returns trigger language plpgsql as $$
begin
  if is_another_person(old.client_name, old.client_phone, old.client_email, new.client_name, new.client_phone, new.client_email) then
    new.given_away_at := now();
    new.client_timezone := null;
  end if;
  return new;
end $$;
