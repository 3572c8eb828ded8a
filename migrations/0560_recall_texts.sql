-- The words of 'Les toca volver' are the business's too.
alter table message_texts drop constraint message_texts_kind_check;
alter table message_texts add constraint message_texts_kind_check
  check (kind in ('reminder', 'confirmation', 'change', 'cancellation', 'recall'));

-- What the person of a card said last of a purpose, also on a card that was merged into it; null: nothing yet.
create function said_consent(business bigint, card bigint, wanted text) returns boolean stable parallel safe language sql as $$
  select c.given from consents c
  where c.business_id = business and c.purpose = wanted and (c.card_id = card or c.card_id in (
    select k.id from client_cards k where k.business_id = business and k.merged_into = card))
  order by c.id desc limit 1
$$;
