-- An appointment counts in each hour that it lies in; it counted whole in the one that it begins in, and a salon of long
-- appointments looked empty right after them. Whoever adds up what changed waits meanwhile (its lock), nobody else.
select pg_advisory_xact_lock(720240215);
delete from figures_by_hour;
insert into figures_by_hour (business_id, appointment_date, hour, minutes)
select a.business_id, a.appointment_date, (n % 24)::smallint,
  sum(least(begins + a.duration_minutes, n * 60 + 60) - greatest(begins, n * 60))
from appointments a
cross join lateral (select extract(epoch from a.appointment_time)::int / 60 as begins) clock
cross join lateral generate_series(begins / 60, (begins + a.duration_minutes - 1) / 60) n
where a.status <> 'cancelled' and a.hold_kind is null
group by 1, 2, 3;
