-- As before, without what an import of appointments said that was taken back: where its client had been told, the appointment stays,
-- cancelled, and without the key of its row.
create or replace function card_filling(business bigint, card bigint) returns table (phone text, e_mail text, document text)
stable parallel safe language sql as $$
  select (array_agg(a.client_phone order by a.id) filter (where a.client_phone <> '' and (known.is_all or known.phone)))[1],
    (array_agg(a.client_email order by a.id) filter (where a.client_email is not null and (known.is_all or known.e_mail)))[1],
    (array_agg(a.client_id order by a.id) filter (where a.client_id is not null and (known.is_all or known.document)))[1]
  from client_cards c join appointments a on a.business_id = c.business_id and a.card_id = c.id and a.hold_kind is null
  cross join lateral (
    select (a.booked_by <> 'client' or a.attendance_status = 'attended' and a.created_at > coalesce(c.written_at, '-infinity'))
        and (a.source is distinct from 'import' or a.status <> 'cancelled' or a.idempotency_key is not null) as is_all,
      bool_or(h.old ? 'client_phone') as phone, bool_or(h.old ? 'client_email') as e_mail, bool_or(h.old ? 'client_id') as document
    from appointment_history h
    where h.business_id = a.business_id and h.appointment_id = a.id and h.actor = 'owner') known
  where c.business_id = business and c.id = card
$$;
