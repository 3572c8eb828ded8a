-- What a service takes of its professional besides its own time: before it, after it, and, within it, a stretch in which
-- the professional is free (a dye works). Of booked appointments nothing changes: theirs is written in `occupied`.
alter table services
  add column buffer_before smallint not null default 0 check (buffer_before between 0 and 120),
  add column buffer_after smallint not null default 0 check (buffer_after between 0 and 120),
  add column gap_from smallint check (gap_from > 0),
  add column gap_minutes smallint check (gap_minutes > 0),
  add constraint services_gap check ((gap_from is null) = (gap_minutes is null)
    and (gap_from is null or gap_from + gap_minutes < duration_minutes));
