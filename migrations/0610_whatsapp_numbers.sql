-- That a number has no WhatsApp is known of that number alone: one that was corrected, or that a single appointment has, is tried.
create or replace function takes_whatsapp(business bigint, card bigint, phone text) returns boolean stable parallel safe language sql as $$
  select phone <> '' and has_consent(business, card, 'whatsapp') and not exists (
    select from client_cards k
    where k.business_id = business and k.id = card and k.whatsapp_missing_at is not null and k.client_phone = phone)
$$;

create function forget_missing_whatsapp() returns trigger language plpgsql as $$
begin
  new.whatsapp_missing_at := null;
  return new;
end $$;
-- A merge brings a number and what is known of it at once.
create trigger client_cards_other_phone before update of client_phone on client_cards
  for each row when (old.whatsapp_missing_at is not null and new.client_phone is distinct from old.client_phone
    and new.whatsapp_missing_at is not distinct from old.whatsapp_missing_at)
  execute function forget_missing_whatsapp();

-- Messages whose answer was lost: their reader may write before a status names them. By-hand ones are not ours to read.
create index messages_whatsapp_unnamed on messages (recipient, settled_at)
  where channel = 'whatsapp' and provider_id is null and state = 'sent' and not starts_with(kind, 'by_hand_');
