-- What a booking is checked by, each row in its version, as in the stamp of free times (server/schedules/stamp-queries.ts): whoever
-- read it before need not read it again to book, since the booking is written only where it is still the same.
create function facts_of(business bigint, professional bigint, service bigint, day date) returns text language plpgsql stable as $$
begin
  return (
    select concat_ws('/', pg_postmaster_start_time(), b.xmin, p.xmin, s.xmin,
      (select concat('own', t.ctid, t.xmin) from professional_services t
        where t.business_id = b.id and t.professional_id = p.id and t.service_id = s.id),
      (select concat('business', h.ctid, h.xmin) from business_hours h
        where h.business_id = b.id and h.day_of_week = extract(dow from day)::smallint),
      (select concat('professional', h.ctid, h.xmin) from professional_hours h
        where h.business_id = b.id and h.professional_id = p.id and h.day_of_week = extract(dow from day)::smallint),
      (select string_agg(concat('day', d.ctid, d.xmin), ';' order by d.ctid) from special_days d
        where d.business_id = b.id and (d.professional_id is null or d.professional_id = p.id)
          and d.date <= day and (d.date >= day or d.is_yearly)))
    from businesses b
    join professionals p on p.business_id = b.id and p.id = professional
    left join services s on s.business_id = b.id and s.id = service and s.is_active and s.deleted_at is null
    where b.id = business);
end $$;

-- As may_book, for a booking that was checked by such facts, and within limits: `most` bookings of each of the subjects.
create function may_book_by(
  facts text, business bigint, professional bigint, service bigint, day date, key text, at timestamptz, subjects text[], most integer[])
returns boolean language plpgsql as $$
declare
  is_locked boolean;
begin
  if key is not null then
    is_locked := pg_advisory_xact_lock(hashtextextended(business || ' ' || key, 1)) is not null;
  end if;
  is_locked := pg_advisory_xact_lock_shared(hashtextextended(business::text, 2)) is not null;
  -- A statement of its own sees what was committed while the locks were waited for.
  return facts_of(business, professional, service, day) is not distinct from facts
    and not exists (
      select from idempotency_keys k
      where k.business_id = business and k.key = may_book_by.key and k.created_at > at - interval '24 hours')
    and not exists (
      select from unnest(subjects, most) limited (subject, most)
      cross join lateral (select a.count, a.until from attempts a where a.subject = decode(limited.subject, 'hex') offset 0) c
      where c.until > at and c.count >= limited.most);
end $$;
