-- What the new cards say at first is what the list of clients said of them: what the business wrote last, else what somebody
-- who came had booked with last, else the first booking.
with batch as materialized (select business_id, id from client_cards where folded_at is null limit 500),
known as materialized (
  select batch.*, said.*, s.appointments, s.visits, s.no_shows, s.cancellations, s.spent, s.last_starts_at, s.third_visit_at
  from batch
  cross join lateral card_sums(batch.business_id, batch.id) s
  left join lateral (
    select a.client_name, a.client_phone, a.client_email, a.client_id
    from appointments a
    cross join lateral (
      select greatest(case a.booked_by when 'owner' then a.created_at end, max(h.at)) as at
      from appointment_history h
      where h.business_id = a.business_id and h.appointment_id = a.id and h.actor = 'owner'
        and h.old ?| array['client_name', 'client_phone', 'client_email', 'client_id']) written
    where a.business_id = batch.business_id and a.card_id = batch.id and a.hold_kind is null
    order by written.at desc nulls last, case when written.at is not null then a.id end desc nulls last,
      case when a.attendance_status = 'attended' then a.starts_at end desc nulls last, a.created_at, a.id
    limit 1) said on true)
update client_cards c set
  client_name = coalesce(known.client_name, c.client_name),
  client_phone = coalesce(nullif(known.client_phone, ''), c.client_phone),
  client_email = coalesce(known.client_email, c.client_email),
  client_id = coalesce(known.client_id, c.client_id),
  appointments = known.appointments, visits = known.visits, no_shows = known.no_shows,
  cancellations = known.cancellations, spent = known.spent, last_starts_at = known.last_starts_at,
  third_visit_at = known.third_visit_at, folded_at = now()
from known where c.business_id = known.business_id and c.id = known.id;
