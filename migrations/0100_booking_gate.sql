-- The last word on whether a booking may be written, said in the statement that writes it.
--
-- Two locks are held until that statement's transaction ends. The key's: of two requests with one key, the second one sees
-- what the first one left, an appointment or a refusal. The business's bookings', shared by all that write times: who
-- changes what times are computed with (the time zone; a professional or service that goes) takes it alone, so that
-- nothing computed before is written after.
--
-- A function, because each of its statements sees what was committed before it began; a subselect of the insertion would
-- see what was committed before the locks were there.
create function may_book(business bigint, professional bigint, service bigint, zone text, key text, at timestamptz)
returns boolean language plpgsql as $$
begin
  if key is not null then
    perform pg_advisory_xact_lock(hashtextextended(business || ' ' || key, 1));
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended(business::text, 2));
  return exists (
    select from businesses b
    join professionals p on p.business_id = b.id and p.id = professional and p.is_active and p.deleted_at is null
    join services s on s.business_id = b.id and s.id = service and s.is_active and s.deleted_at is null
    where b.id = business and b.timezone = zone and b.suspended_at is null
      and not exists (
        select from idempotency_keys k
        where k.business_id = business and k.key = may_book.key and k.created_at > at - interval '24 hours'));
end $$;
