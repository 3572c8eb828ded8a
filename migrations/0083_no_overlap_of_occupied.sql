-- The promise is on what is taken from here on. An exclusion constraint is built while nobody reads or writes the table
-- (docs/decisions, 'Occupied and held time', says for how long); until it stands, the one before it does.
alter table appointments
  alter column occupied set not null,
  -- What has no bounds has no extent: 'is true' refuses it as it refuses what is empty.
  add constraint appointments_occupied_check check ((lower(occupied) <= starts_at and upper(occupied) >= ends_at
    and upper(occupied) - lower(occupied) <= interval '16 hours') is true),
  drop constraint appointments_no_overlap,
  add constraint appointments_no_overlap exclude using gist (
    business_id with =,
    professional_id with =,
    occupied with &&
  ) where (status <> 'cancelled');

-- What is taken of a professional's days, all of it in the index. The exclusion's own index could tell too, but the
-- planner reads this one right in any state of its statistics.
drop index appointments_by_professional;
create index appointments_by_professional on appointments (business_id, professional_id, lower(occupied))
  include (occupied, id) where status <> 'cancelled';
