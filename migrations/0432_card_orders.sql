-- The list of clients is read in each of its orders, and searched by any three letters. A card's sums change with its visits,
-- in a job: then these are written, and no booking waits. Writers wait while they are made, some 2 s with 100,000 cards.
create index client_cards_by_appointments on client_cards (business_id, appointments, id)
  where merged_into is null and forgotten_at is null;
create index client_cards_by_visits on client_cards (business_id, visits, id)
  where merged_into is null and forgotten_at is null;
create index client_cards_by_spent on client_cards (business_id, spent, id)
  where merged_into is null and forgotten_at is null;
create index client_cards_by_visited on client_cards (business_id, visited_at, id)
  where merged_into is null and forgotten_at is null;
create index client_cards_by_next on client_cards (business_id, next_at, id)
  where merged_into is null and forgotten_at is null;
-- Who booked since is in its list of what is pending, which the job clears (server/clients/fold-queries.ts).
create index client_cards_words on client_cards using gin (words gin_trgm_ops)
  where merged_into is null and forgotten_at is null;
create index client_cards_missed on client_cards (business_id, id)
  where no_shows > 0 and merged_into is null and forgotten_at is null;
create index client_cards_third on client_cards (business_id, third_visit_at)
  where third_visit_at is not null and merged_into is null and forgotten_at is null;
create index client_cards_alerted on client_cards (business_id, id)
  where alert is not null and merged_into is null and forgotten_at is null;
