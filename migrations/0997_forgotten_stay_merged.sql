-- What was merged into a card is forgotten with it and stays merged into it. The archive of a business holds both, and where it came
-- to, the card was refused as one that is merged into somebody who is forgotten: with it the whole archive.
create or replace function keep_merges_flat() returns trigger language plpgsql as $$
begin
  perform from client_cards c
  where c.business_id = new.business_id and c.id = new.merged_into and c.merged_into is null
    and (c.forgotten_at is null or new.forgotten_at is not null)
  for share;
  if not found or exists (
    select from client_cards c where c.business_id = new.business_id and c.merged_into = new.id
  ) then
    raise exception 'a merged card is never merged again' using errcode = 'check_violation', constraint = 'client_cards_merged_once';
  end if;
  return new;
end $$;
