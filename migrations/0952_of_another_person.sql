-- Whether these details are another person's. What is corrected of the same person is none: a similar name with the telephone or the
-- e-mail as before, the same name with nothing but another telephone, or another e-mail, or another name with both as before.
create function is_another_person(old_name text, old_phone text, old_e_mail text, new_name text, new_phone text, new_e_mail text)
returns boolean immutable parallel safe language sql
return not (coalesce(similar_names(old_name, new_name), false)
    and (old_phone <> '' and old_phone = new_phone or coalesce(lower(old_e_mail) = lower(new_e_mail), false)))
  and not (plain(old_name) = plain(new_name)
    and (old_phone = new_phone or lower(old_e_mail) is not distinct from lower(new_e_mail)))
  and not (old_phone <> '' and old_phone = new_phone and lower(old_e_mail) is not distinct from lower(new_e_mail));

create or replace function note_given_away() returns trigger language plpgsql as $$
begin
  if is_another_person(old.client_name, old.client_phone, old.client_email, new.client_name, new.client_phone, new.client_email) then
    new.given_away_at := now();
  end if;
  return new;
end $$;
