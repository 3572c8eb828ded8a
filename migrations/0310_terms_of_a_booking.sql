-- What is booked is reckoned with the service as it was read: its minutes, buffers, variants, add-ons, and what it costs with
-- whom. Each change counts in its `version`. A service that moved on meanwhile is not booked as it was: nothing is
-- written, and whoever books reckons again.
--
-- Beside those of before (0100, 0210), which a process of before still calls; all that they hold, in one look.
create function may_book(
  business bigint, professional bigint, service bigint, zone text, dates integer, terms integer, key text, at timestamptz)
returns boolean language plpgsql as $$
begin
  if key is not null then
    perform pg_advisory_xact_lock(hashtextextended(business || ' ' || key, 1));
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended(business::text, 2));
  -- A statement of its own sees what was committed while the ones before it waited.
  return exists (
    select from businesses b
    join professionals p on p.business_id = b.id and p.id = professional and p.is_active and p.deleted_at is null
    join services s on s.business_id = b.id and s.id = service and s.version = terms and s.is_active and s.deleted_at is null
    where b.id = business and b.timezone = zone and b.dates_version = dates and b.suspended_at is null
      and not exists (
        select from idempotency_keys k
        where k.business_id = business and k.key = may_book.key and k.created_at > at - interval '24 hours'));
end $$;
