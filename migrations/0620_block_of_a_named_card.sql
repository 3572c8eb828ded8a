-- As before, and whoever is named by their card is blocked with it, whatever telephone and e-mail it says by now.
create or replace function fill_card() returns trigger language plpgsql as $$
begin
  if new.booked_by = 'client' and exists (
    select from client_cards b join client_cards c
      on c.business_id = b.business_id and (c.id = b.id or c.merged_into = b.id)
    where b.business_id = new.business_id and b.blocked_at is not null and b.merged_into is null
      and (c.client_phone <> '' and c.client_phone = new.client_phone or lower(c.client_email) = lower(new.client_email)
        or c.id = new.card_id)
  ) then
    raise exception 'this client does not book online' using errcode = 'check_violation', constraint = 'appointments_of_blocked';
  end if;
  if new.card_id is not null then
    select coalesce(c.merged_into, c.id) into new.card_id from client_cards c
    where c.business_id = new.business_id and c.id = new.card_id and c.forgotten_at is null for key share;
  end if;
  if new.card_id is null and not is_nobody(new.client_name, new.client_phone, new.client_email, new.client_id) then
    new.card_id := coalesce(
      card_of(new.business_id, new.client_name, new.client_phone, new.client_email, new.client_id),
      nextval('client_cards_id_seq'));
  end if;
  return new;
end $$;
