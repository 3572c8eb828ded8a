-- Stretches of a day may end at midnight, 24:00, as hours of a weekday can already. What is stored fits still, so nothing is read.
create or replace function are_intervals(intervals jsonb, most integer) returns boolean language sql immutable as $$
  select jsonb_typeof(intervals) = 'array' and jsonb_array_length(intervals) <= most and not exists (
    select from (
      select i ->> 'start_time' as from_time, i ->> 'end_time' as to_time,
        lag(i ->> 'end_time') over (order by n) as before
      from jsonb_array_elements(intervals) with ordinality each (i, n)) each
    where (from_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and to_time ~ '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$'
      and from_time < to_time and (before is null or before <= from_time)) is not true) $$;
