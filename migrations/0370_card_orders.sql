-- The last visit and the next one as of when they were added up (`folded_at`), so that the list of clients is ordered by
-- them without reading appointments. The job adds up again whose next visit has become past.
alter table client_cards add column visited_at timestamptz, add column next_at timestamptz;
-- Room for the sums, which change with each visit: the row stays in its page, and no index is written.
alter table client_cards set (fillfactor = 85);
drop trigger client_cards_version on client_cards;
create trigger client_cards_version before update on client_cards
  for each row execute function next_version('folded_at', 'appointments', 'visits', 'no_shows', 'cancellations', 'spent',
    'last_starts_at', 'third_visit_at', 'visited_at', 'next_at', 'sorted_name', 'words');
-- Counts the list, without the names.
create index client_cards_live on client_cards (business_id, id) where merged_into is null and forgotten_at is null;
create index client_cards_due on client_cards (next_at) where next_at is not null;

-- As before, and the visits around a moment.
create function fold_cards(businesses bigint[], cards bigint[], at timestamptz) returns void language sql as $$
  update client_cards c set
    appointments = s.appointments, visits = s.visits, no_shows = s.no_shows, cancellations = s.cancellations,
    spent = s.spent, last_starts_at = s.last_starts_at, third_visit_at = s.third_visit_at, folded_at = at,
    visited_at = around.visited_at, next_at = around.next_at,
    client_name = case when follows or s.is_forgotten then s.name else c.client_name end,
    client_phone = case when s.is_forgotten then '' when follows or c.client_phone = '' then coalesce(s.phone, '')
      else c.client_phone end,
    client_email = case when follows or s.is_forgotten then s.e_mail else coalesce(c.client_email, s.e_mail) end,
    client_id = case when follows or s.is_forgotten then s.document else coalesce(c.client_id, s.document) end,
    -- By a process that knows of no cards.
    forgotten_at = case when s.is_forgotten then coalesce(c.forgotten_at, now()) else c.forgotten_at end,
    alert = case when not s.is_forgotten then c.alert end,
    blocked_at = case when not s.is_forgotten then c.blocked_at end,
    blocked_reason = case when not s.is_forgotten then c.blocked_reason end
  from (select distinct * from unnest(businesses, cards)) f (business_id, id)
  cross join lateral card_sums(f.business_id, f.id) s
  cross join lateral (
    select max(a.starts_at) filter (where a.starts_at <= at and a.status <> 'cancelled'
        and a.attendance_status <> 'no_show') as visited_at,
      min(a.starts_at) filter (where a.starts_at > at and a.status <> 'cancelled'
        and a.attendance_status <> 'no_show') as next_at
    from appointments a where a.business_id = f.business_id and a.card_id = f.id and a.hold_kind is null) around
  cross join lateral (
    select s.appointments = 1 and k.written_at is null and k.merged_into is null as follows
    from client_cards k where k.business_id = f.business_id and k.id = f.id) known
  where c.business_id = f.business_id and c.id = f.id and (c.forgotten_at is null or s.is_forgotten)
$$;
-- Called by a process of the version before.
create or replace function fold_cards(businesses bigint[], cards bigint[]) returns void language sql as $$
  select fold_cards(businesses, cards, now())
$$;
-- Cards that are there are added up by the job's next runs.
insert into cards_stale select business_id, id from client_cards where last_starts_at is not null;
