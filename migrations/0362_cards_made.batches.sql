-- The cards of the appointments that were there before, some at a time. The function sees the cards that it made a row before.
with batch as materialized (
  select business_id, id from appointments
  where card_id is null and hold_kind is null and not is_nobody(client_name, client_phone, client_email, client_id)
  limit 1000)
update appointments a set card_id = make_card(a.business_id, a.client_name, a.client_phone, a.client_email, a.client_id,
  a.booked_by, a.created_at)
from batch where a.business_id = batch.business_id and a.id = batch.id;
