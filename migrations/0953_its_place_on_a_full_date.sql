-- One that moves within its date keeps its place also where more appointments begin on it than customers may book: the business
-- put one more in, or lowered the limit. The number on the date stays what it is.
create or replace function has_place_on(business bigint, professional bigint, day date, at timestamptz, moved bigint default null)
returns boolean language plpgsql volatile as $$
declare
  most smallint;
begin
  select daily_limit into most from professionals where business_id = business and id = professional;
  if most is null then return true; end if;
  perform pg_advisory_xact_lock(hashtextextended(business || ' ' || professional, 0));
  return (
    select count(*) < most or coalesce(bool_or(a.id = moved), false) from appointments a
    where a.business_id = business and a.professional_id = professional and a.appointment_date = day
      and a.status <> 'cancelled' and (a.hold_expires_at is null or a.hold_expires_at > at)
      -- For the index: dates begin up to 14 hours before and 12 after those of UTC, and what is taken two hours earlier.
      and lower(a.occupied) > day::timestamp at time zone 'UTC' - interval '17 hours'
      and lower(a.occupied) < day::timestamp at time zone 'UTC' + interval '37 hours'
  );
end $$;
