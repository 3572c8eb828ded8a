-- The card of a professional's own client: as card_of(), among the cards of whom the professional has had appointments. As many are
-- compared as there.
create function own_card_of(business bigint, professional bigint, name text, phone text, e_mail text, document text) returns bigint
language plpgsql volatile as $$
declare
  plain_name text := plain(name);
  first_word text := coalesce((name_words(name))[1], '');
begin
  return (select c.id from (
      (select s.id, s.merged_into, s.client_name, s.sorted_name, 1 as nth from client_cards s
        where s.business_id = business and s.client_phone = phone and s.client_phone <> ''
        order by s.sorted_name, s.id limit 200)
      union all
      (select s.id, s.merged_into, s.client_name, s.sorted_name, 1 from client_cards s
        where s.business_id = business and s.client_phone = phone and s.client_phone <> '' and s.sorted_name >= first_word
        order by s.sorted_name, s.id limit 200)
      union all
      (select s.id, s.merged_into, s.client_name, s.sorted_name, 2 from client_cards s
        where s.business_id = business and lower(s.client_email) = lower(e_mail)
        order by s.sorted_name, s.id limit 200)
      union all
      (select s.id, s.merged_into, s.client_name, s.sorted_name, 2 from client_cards s
        where s.business_id = business and lower(s.client_email) = lower(e_mail) and s.sorted_name >= first_word
        order by s.sorted_name, s.id limit 200)
      union all
      (select s.id, s.merged_into, s.client_name, s.sorted_name, 3 from client_cards s
        where s.business_id = business and s.client_id = document order by s.id limit 200)) c
    where exists (
        select from appointments a
        where a.business_id = business and a.card_id = coalesce(c.merged_into, c.id) and a.professional_id = professional
          and a.hold_kind is null)
      and (c.nth = 3 or similar_names(c.client_name, name))
    order by c.nth, c.sorted_name = plain_name desc, c.id limit 1);
end $$;

-- As before. Card 0 is that of an own client of the professional, or a new one: who sees own clients only sees nobody else's card by
-- booking that person.
create or replace function fill_card() returns trigger language plpgsql as $$
declare
  has_blocked boolean;
  is_known boolean;
  is_own boolean := new.card_id = 0;
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
  if is_own then
    new.card_id := own_card_of(new.business_id, new.professional_id, new.client_name, new.client_phone, new.client_email,
      new.client_id);
  end if;
  if new.card_id is not null then
    select coalesce(c.merged_into, c.id) into new.card_id from client_cards c
    where c.business_id = new.business_id and c.id = new.card_id and c.forgotten_at is null for key share;
  end if;
  if new.card_id is null and not is_nobody(new.client_name, new.client_phone, new.client_email, new.client_id) then
    if is_own is not true and (is_known or new.client_id is not null) then
      new.card_id := card_of(new.business_id, new.client_name, new.client_phone, new.client_email, new.client_id);
    end if;
    if new.card_id is null then new.card_id := nextval('client_cards_id_seq'); end if;
  end if;
  return new;
end $$;
