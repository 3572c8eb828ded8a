-- As before, and who agreed to WhatsApp agreed for themselves, at their telephone: an appointment that is somebody else's takes no card along
-- on which that stands.
create or replace function card_of_changed(was appointments, new_name text, new_phone text, new_e_mail text, new_document text)
returns bigint language plpgsql volatile as $$
declare
  found_id bigint;
begin
  if is_nobody(new_name, new_phone, new_e_mail, new_document) then return null; end if;
  if was.card_id is not null and exists (
    select from (
      select m.* from client_cards m
      where m.business_id = was.business_id and m.id = was.card_id and m.merged_into is null
      union all
      select m.* from client_cards m where m.business_id = was.business_id and m.merged_into = was.card_id) c
    where (c.client_phone <> '' and c.client_phone = new_phone and similar_names(c.client_name, new_name)
        or lower(c.client_email) = lower(new_e_mail) and similar_names(c.client_name, new_name)
        or c.client_id = new_document
        or c.client_phone = '' and c.client_email is null and c.client_id is null and similar_names(c.client_name, new_name))
  ) then return was.card_id; end if;
  found_id := card_of(was.business_id, new_name, new_phone, new_e_mail, new_document);
  if found_id is not null then return found_id; end if;
  if exists (
    select from client_cards c
    where c.business_id = was.business_id and c.id = was.card_id and c.written_at is null and c.blocked_at is null
      and not exists (select from client_notes n where n.business_id = c.business_id and n.card_id = c.id)
      and not exists (select from client_card_tags t where t.business_id = c.business_id and t.card_id = c.id)
      and not exists (select from health_notes h where h.business_id = c.business_id and h.card_id = c.id)
      and not exists (select from client_files f where f.business_id = c.business_id and f.card_id = c.id)
      and not exists (
        select from consents s
        where s.business_id = c.business_id and s.card_id = c.id and s.purpose in ('marketing', 'health_data'))
      and (similar_names(was.client_name, new_name) or was.client_phone <> '' and was.client_phone = new_phone or not exists (
        select from consents s
        where s.business_id = c.business_id and s.card_id = c.id and s.purpose = 'whatsapp'))
      and not exists (select from client_cards m where m.business_id = c.business_id and m.merged_into = c.id)
      and not exists (
        select from appointments a
        where a.business_id = c.business_id and a.card_id = c.id and a.id <> was.id and a.hold_kind is null)
  ) then return was.card_id; end if;
  return nextval('client_cards_id_seq');
end $$;

-- What WhatsApp calls somebody is known of their telephone, and of another one not yet. A merge brings what is known at once.
create function forget_whatsapp_user() returns trigger language plpgsql as $$
begin
  new.whatsapp_user_id := null;
  return new;
end $$;
create trigger client_cards_other_user before update of client_phone on client_cards
  for each row when (old.whatsapp_user_id is not null and new.client_phone is distinct from old.client_phone
    and new.whatsapp_user_id is not distinct from old.whatsapp_user_id)
  execute function forget_whatsapp_user();
