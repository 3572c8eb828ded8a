-- Up to three breaks of a weekday beside lunch, as special days keep their stretches: ascending, none over another.
create function breaks_fit(breaks jsonb, opens time, closes time, lunch_from time, lunch_to time)
returns boolean language sql immutable as $$
  select not exists (
    select from jsonb_array_elements(breaks) b
    where ((b ->> 'start_time')::time >= opens and (b ->> 'end_time')::time <= closes
      and (lunch_from is null or (b ->> 'end_time')::time <= lunch_from or (b ->> 'start_time')::time >= lunch_to)) is not true) $$;

-- As with lunch, what a closed day keeps for later is not judged. The form of each is, before its times are read.
alter table business_hours
  add column breaks jsonb not null default '[]' check (are_intervals(breaks, 3)),
  add constraint breaks_in_hours check (
    case when is_open and are_intervals(breaks, 3)
      then breaks_fit(breaks, open_time, close_time, lunch_start_time, lunch_end_time) else true end);
alter table professional_hours
  add column breaks jsonb not null default '[]' check (are_intervals(breaks, 3)),
  add constraint breaks_in_hours check (
    case when is_available and are_intervals(breaks, 3)
      then breaks_fit(breaks, start_time, end_time, lunch_start_time, lunch_end_time) else true end);
