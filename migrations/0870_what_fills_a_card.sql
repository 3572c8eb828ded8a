-- What a card lacks is filled in by the business, or by a booking of a client who then came and whose card nobody wrote since.
-- Anybody who knows a client's name and telephone can book with an e-mail of their own: kept on the card at once, it got the
-- mails of what the business books for that client next.
create function card_filling(business bigint, card bigint) returns table (phone text, e_mail text, document text)
stable parallel safe language sql as $$
  select (array_agg(a.client_phone order by a.id) filter (where a.client_phone <> '' and (known.is_all or known.phone)))[1],
    (array_agg(a.client_email order by a.id) filter (where a.client_email is not null and (known.is_all or known.e_mail)))[1],
    (array_agg(a.client_id order by a.id) filter (where a.client_id is not null and (known.is_all or known.document)))[1]
  from client_cards c join appointments a on a.business_id = c.business_id and a.card_id = c.id and a.hold_kind is null
  cross join lateral (
    select a.booked_by <> 'client' or a.attendance_status = 'attended' and a.created_at > coalesce(c.written_at, '-infinity')
        as is_all,
      bool_or(h.old ? 'client_phone') as phone, bool_or(h.old ? 'client_email') as e_mail, bool_or(h.old ? 'client_id') as document
    from appointment_history h
    where h.business_id = a.business_id and h.appointment_id = a.id and h.actor = 'owner') known
  where c.business_id = business and c.id = card
$$;

create or replace function fold_cards(businesses bigint[], cards bigint[], at timestamptz) returns void language sql as $$
  update client_cards c set
    appointments = s.appointments, visits = s.visits, no_shows = s.no_shows, cancellations = s.cancellations,
    spent = s.spent, last_starts_at = s.last_starts_at, third_visit_at = s.third_visit_at, folded_at = at,
    visited_at = around.visited_at, next_at = around.next_at,
    client_name = case when follows or s.is_forgotten then s.name else c.client_name end,
    client_phone = case when s.is_forgotten then '' when follows then coalesce(s.phone, '')
      when c.client_phone = '' then coalesce(filling.phone, '') else c.client_phone end,
    client_email = case when follows or s.is_forgotten then s.e_mail else coalesce(c.client_email, filling.e_mail) end,
    client_id = case when follows or s.is_forgotten then s.document else coalesce(c.client_id, filling.document) end,
    -- By a process that knows of no cards.
    forgotten_at = case when s.is_forgotten then coalesce(c.forgotten_at, now()) else c.forgotten_at end,
    alert = case when not s.is_forgotten then c.alert end,
    blocked_at = case when not s.is_forgotten then c.blocked_at end,
    blocked_reason = case when not s.is_forgotten then c.blocked_reason end
  from (select distinct * from unnest(businesses, cards)) f (business_id, id)
  cross join lateral card_sums(f.business_id, f.id) s
  cross join lateral (
    select max(a.starts_at) filter (where a.starts_at <= at and a.status <> 'cancelled'
        and a.attendance_status <> 'no_show') as visited_at,
      min(a.starts_at) filter (where a.starts_at > at and a.status <> 'cancelled'
        and a.attendance_status <> 'no_show') as next_at
    from appointments a where a.business_id = f.business_id and a.card_id = f.id and a.hold_kind is null) around
  cross join lateral (
    select s.appointments = 1 and k.written_at is null and k.merged_into is null as follows,
      k.client_phone = '' or k.client_email is null or k.client_id is null as lacks
    from client_cards k where k.business_id = f.business_id and k.id = f.id) known
  left join lateral card_filling(f.business_id, f.id) filling on known.lacks and not known.follows
  where c.business_id = f.business_id and c.id = f.id and (c.forgotten_at is null or s.is_forgotten)
$$;
