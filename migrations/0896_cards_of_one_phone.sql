-- A telephone of the reception may stand on as many cards as there are bookings: names are compared with some of them only. In the
-- order of names, the same name is found at once, and those that begin with the same word stand together.
create index client_cards_phone_names on client_cards (business_id, client_phone, sorted_name, id) where client_phone <> '';
create index client_cards_email_names on client_cards (business_id, lower(client_email), sorted_name, id)
  where client_email is not null;

-- As before, of at most 400 cards of one telephone, and as many of one e-mail: those whose names come first, and those from the
-- name's first word on. Up to 200 these are all.
create or replace function card_of(business bigint, name text, phone text, e_mail text, document text) returns bigint
language plpgsql volatile as $$
declare
  found_id bigint;
  plain_name text := plain(name);
  first_word text := coalesce((name_words(name))[1], '');
begin
  if phone <> '' then
    select coalesce(c.merged_into, c.id) into found_id from client_cards c
    where c.business_id = business and c.client_phone = phone and c.client_phone <> '' and c.id = coalesce(
      (select s.id from client_cards s
        where s.business_id = business and s.client_phone = phone and s.client_phone <> '' and s.sorted_name = plain_name
        order by s.id limit 1),
      (select alike.id from (
        (select s.id, s.client_name from client_cards s
          where s.business_id = business and s.client_phone = phone and s.client_phone <> ''
          order by s.sorted_name, s.id limit 200)
        union all
        (select s.id, s.client_name from client_cards s
          where s.business_id = business and s.client_phone = phone and s.client_phone <> '' and s.sorted_name >= first_word
          order by s.sorted_name, s.id limit 200)) alike
        where similar_names(alike.client_name, name) order by alike.id limit 1))
    for key share;
    if found then return found_id; end if;
  end if;
  if e_mail is not null then
    select coalesce(c.merged_into, c.id) into found_id from client_cards c
    where c.business_id = business and lower(c.client_email) = lower(e_mail) and c.id = coalesce(
      (select s.id from client_cards s
        where s.business_id = business and lower(s.client_email) = lower(e_mail) and s.sorted_name = plain_name
        order by s.id limit 1),
      (select alike.id from (
        (select s.id, s.client_name from client_cards s
          where s.business_id = business and lower(s.client_email) = lower(e_mail)
          order by s.sorted_name, s.id limit 200)
        union all
        (select s.id, s.client_name from client_cards s
          where s.business_id = business and lower(s.client_email) = lower(e_mail) and s.sorted_name >= first_word
          order by s.sorted_name, s.id limit 200)) alike
        where similar_names(alike.client_name, name) order by alike.id limit 1))
    for key share;
    if found then return found_id; end if;
  end if;
  if document is not null then
    select coalesce(c.merged_into, c.id) into found_id from client_cards c
    where c.business_id = business and c.client_id = document order by c.id limit 1 for key share;
    if found then return found_id; end if;
  end if;
  return null;
end $$;
