-- As before. What is in plain letters is in plain letters: to look for each in a list of accents takes longer than all else that a
-- row's words take.
create or replace function plain(text) returns text immutable strict parallel safe language sql
  return case when octet_length($1) = length($1) then lower($1)
    else translate(lower($1), 'áéíóúüñàèìòùâêîôûãõäëïöçÁÉÍÓÚÜÑÀÈÌÒÙÂÊÎÔÛÃÕÄËÏÖÇ',
      'aeiouunaeiouaeiouaoaeiocaeiouunaeiouaeiouaoaeioc') end;

create or replace function fill_appointment_words() returns trigger language plpgsql as $$
begin
  new.words := new.client_name || ' ' || coalesce(new.client_email, '') || ' ' || new.client_phone || ' '
    || coalesce(new.client_id, '') || ' ' || new.service_name || ' ' || new.professional_name;
  -- A step of its own: the function is then part of it.
  new.words := plain(new.words);
  return new;
end $$;

-- As before. Hardly anybody is blocked, and many are new: one short statement tells, which spares them the three that look closer.
create or replace function fill_card() returns trigger language plpgsql as $$
declare
  has_blocked boolean;
  is_known boolean;
begin
  select new.booked_by = 'client' and exists (
      select from client_cards b where b.business_id = new.business_id and b.blocked_at is not null),
    exists (
      select from client_cards c
      where c.business_id = new.business_id and c.client_phone = new.client_phone and c.client_phone <> '')
    or exists (
      select from client_cards c
      where c.business_id = new.business_id and lower(c.client_email) = lower(new.client_email) and c.client_email is not null)
  into has_blocked, is_known;
  if has_blocked and exists (
    select from client_cards b join client_cards c
      on c.business_id = b.business_id and (c.id = b.id or c.merged_into = b.id)
    where b.business_id = new.business_id and b.blocked_at is not null and b.merged_into is null
      and (c.client_phone <> '' and c.client_phone = new.client_phone or lower(c.client_email) = lower(new.client_email)
        or c.id = new.card_id)
  ) then
    raise exception 'this client does not book online' using errcode = 'check_violation', constraint = 'appointments_of_blocked';
  end if;
  if new.card_id is not null then
    select coalesce(c.merged_into, c.id) into new.card_id from client_cards c
    where c.business_id = new.business_id and c.id = new.card_id and c.forgotten_at is null for key share;
  end if;
  if new.card_id is null and not is_nobody(new.client_name, new.client_phone, new.client_email, new.client_id) then
    if is_known or new.client_id is not null then
      new.card_id := card_of(new.business_id, new.client_name, new.client_phone, new.client_email, new.client_id);
    end if;
    if new.card_id is null then new.card_id := nextval('client_cards_id_seq'); end if;
  end if;
  return new;
end $$;

-- Each is read by its subject: with its end in the same condition, a plan of when the table was small read all that had not ended.
create or replace function counts_of(subjects text[], at timestamptz) returns json language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return (select json_agg(json_build_array(asked.subject, c.count, extract(epoch from c.until) * 1000))
    from unnest(subjects) asked (subject)
    cross join lateral (select a.count, a.until from attempts a where a.subject = decode(asked.subject, 'hex') offset 0) c
    where c.until > at);
end $$;
