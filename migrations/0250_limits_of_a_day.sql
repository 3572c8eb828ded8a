-- How many appointments of a professional may begin on one date when customers book; null: as many as fit. Whether what a
-- service takes before and after it must lie within the hours too. Up to when customers cancel by themselves.
alter table professionals add column daily_limit smallint check (daily_limit between 1 and 100);
alter table businesses
  add column buffers_inside_hours boolean not null default false,
  add column cancel_notice_minutes integer not null default 0 check (cancel_notice_minutes between 0 and 20160),
  -- Whether the page lists starts last that would leave a gap in which no service fits.
  add column suggests_compact boolean not null default false;

-- Whether one more appointment may begin on a professional's date. Whoever asks waits for who asks of the same professional
-- at the moment, by the lock that moves take anyway (lockProfessional), and counts with a snapshot taken after that wait: a
-- volatile function takes a new one for each of its statements. An appointment that moves within the date has its place.
create function has_place_on(business bigint, professional bigint, day date, at timestamptz, moved bigint default null)
returns boolean language plpgsql volatile as $$
declare
  most smallint;
begin
  select daily_limit into most from professionals where business_id = business and id = professional;
  if most is null then return true; end if;
  perform pg_advisory_xact_lock(hashtextextended(business || ' ' || professional, 0));
  return (
    select count(*) from appointments a
    where a.business_id = business and a.professional_id = professional and a.appointment_date = day
      and a.status <> 'cancelled' and (a.hold_expires_at is null or a.hold_expires_at > at)
      and a.id is distinct from moved
      -- For the index: dates begin up to 14 hours before and 12 after those of UTC, and what is taken two hours earlier.
      and lower(a.occupied) > day::timestamp at time zone 'UTC' - interval '17 hours'
      and lower(a.occupied) < day::timestamp at time zone 'UTC' + interval '37 hours'
  ) < most;
end $$;

-- Only customers are bound. No row means that there is no time left, as when it is taken: an older process says so too.
create function refuse_beyond_daily_limit() returns trigger language plpgsql as $$
begin
  if has_place_on(new.business_id, new.professional_id, new.appointment_date, new.created_at) then return new; end if;
  return null;
end $$;
create trigger appointments_daily_limit before insert on appointments
  for each row when (new.booked_by = 'client' and new.status <> 'cancelled')
  execute function refuse_beyond_daily_limit();
