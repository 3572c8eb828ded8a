-- After how many weeks clients of a service come back; null: nobody is reminded of that.
alter table services add column return_weeks integer check (return_weeks between 1 and 104);
-- When the person of a card was last told that it is time to come back.
alter table client_cards add column recalled_at timestamptz;
drop trigger client_cards_version on client_cards;
create trigger client_cards_version before update on client_cards
  for each row execute function next_version('folded_at', 'appointments', 'visits', 'no_shows', 'cancellations', 'spent',
    'last_starts_at', 'third_visit_at', 'visited_at', 'next_at', 'sorted_name', 'words', 'language', 'whatsapp_missing_at',
    'whatsapp_user_id', 'recalled_at');
