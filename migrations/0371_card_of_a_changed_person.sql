-- A changed person is matched like a new one. What is merely corrected stays: the appointment keeps its card while that has
-- the same telephone or e-mail with a similar name, or the same document; and while the card says nothing but this one
-- appointment, it says what that says now.
create function card_of_changed(was appointments, new_name text, new_phone text, new_e_mail text, new_document text)
returns bigint language plpgsql volatile as $$
declare
  found_id bigint;
begin
  if is_nobody(new_name, new_phone, new_e_mail, new_document) then return null; end if;
  if was.card_id is not null and exists (
    select from client_cards c
    where c.business_id = was.business_id and coalesce(c.merged_into, c.id) = was.card_id
      and (c.client_phone <> '' and c.client_phone = new_phone and similar_names(c.client_name, new_name)
        or lower(c.client_email) = lower(new_e_mail) and similar_names(c.client_name, new_name)
        or c.client_id = new_document)
  ) then return was.card_id; end if;
  found_id := card_of(was.business_id, new_name, new_phone, new_e_mail, new_document);
  if found_id is not null then return found_id; end if;
  if exists (
    select from client_cards c
    where c.business_id = was.business_id and c.id = was.card_id and c.written_at is null and c.blocked_at is null
      and not exists (select from client_notes n where n.business_id = c.business_id and n.card_id = c.id)
      and not exists (select from client_cards m where m.business_id = c.business_id and m.merged_into = c.id)
      and not exists (
        select from appointments a
        where a.business_id = c.business_id and a.card_id = c.id and a.id <> was.id and a.hold_kind is null)
  ) then return was.card_id; end if;
  return nextval('client_cards_id_seq');
end $$;

create function follow_person() returns trigger language plpgsql as $$
begin
  new.card_id := card_of_changed(old, new.client_name, new.client_phone, new.client_email, new.client_id);
  return new;
end $$;
-- Not by forgetting: what is left of a card keeps its anonymous appointments together.
create trigger appointments_card_of_person before update of client_name, client_phone, client_email, client_id on appointments
  for each row when (new.hold_kind is null and old.hold_kind is null
    and (old.client_name, old.client_phone, old.client_email, old.client_id)
      is distinct from (new.client_name, new.client_phone, new.client_email, new.client_id)
    and coalesce(new.client_email, '') not like 'eliminado-%@anonimo.invalid')
  execute function follow_person();

-- As before, and a card that a changed person needs is written too.
create or replace function note_figures_stale() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into figures_stale values (old.business_id, old.appointment_date, client_key(old.client_email, old.id));
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and (new.appointment_date <> old.appointment_date
    or client_key(new.client_email, new.id) <> client_key(old.client_email, old.id))) then
    insert into figures_stale values (new.business_id, new.appointment_date, client_key(new.client_email, new.id));
  end if;
  -- A trigger of `update of card_id` does not hear of what another trigger changes.
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and old.card_id is distinct from new.card_id then
    insert into cards_stale select old.business_id, old.card_id where old.card_id is not null;
  end if;
  if tg_op = 'DELETE' then
    return null;
  elsif new.card_id is not null then
    if tg_op = 'INSERT' or old.card_id is distinct from new.card_id then
      insert into client_cards (business_id, id, client_name, client_phone, client_email, client_id, source, created_at)
      values (new.business_id, new.card_id, new.client_name, new.client_phone, new.client_email, new.client_id,
        case new.booked_by when 'owner' then 'owner' else 'booking' end, new.created_at)
      on conflict do nothing;
    end if;
    insert into cards_stale values (new.business_id, new.card_id);
  end if;
  return null;
end $$;

-- As before, and a block counts for what was merged into the card; a card that is named is the one that speaks for it.
create or replace function fill_card() returns trigger language plpgsql as $$
begin
  if new.booked_by = 'client' and exists (
    select from client_cards b join client_cards c
      on c.business_id = b.business_id and (c.id = b.id or c.merged_into = b.id)
    where b.business_id = new.business_id and b.blocked_at is not null and b.merged_into is null
      and (c.client_phone <> '' and c.client_phone = new.client_phone or lower(c.client_email) = lower(new.client_email))
  ) then
    raise exception 'this client does not book online' using errcode = 'check_violation', constraint = 'appointments_of_blocked';
  end if;
  if new.card_id is not null then
    select coalesce(c.merged_into, c.id) into new.card_id from client_cards c
    where c.business_id = new.business_id and c.id = new.card_id and c.forgotten_at is null for key share;
  end if;
  if new.card_id is null and not is_nobody(new.client_name, new.client_phone, new.client_email, new.client_id) then
    new.card_id := coalesce(
      card_of(new.business_id, new.client_name, new.client_phone, new.client_email, new.client_id),
      nextval('client_cards_id_seq'));
  end if;
  return new;
end $$;

-- A merged card speaks for nobody, so nothing is merged into it, and what was merged into a card goes along before that
-- is merged itself. The other card is locked, so that of two merges that cross the later one is refused.
create function keep_merges_flat() returns trigger language plpgsql as $$
begin
  perform from client_cards c
  where c.business_id = new.business_id and c.id = new.merged_into and c.merged_into is null and c.forgotten_at is null
  for share;
  if not found or exists (
    select from client_cards c where c.business_id = new.business_id and c.merged_into = new.id
  ) then
    raise exception 'a merged card is never merged again' using errcode = 'check_violation', constraint = 'client_cards_merged_once';
  end if;
  return new;
end $$;
create trigger client_cards_merged_once before insert or update of merged_into on client_cards
  for each row when (new.merged_into is not null) execute function keep_merges_flat();
