-- card_known() as since 0917, and whom nothing but the name is known of by a card that was merged, too: the same list made
-- them a second time.
create index client_cards_merged_names on client_cards (business_id, sorted_name, id)
  where merged_into is not null and forgotten_at is null;

create or replace function card_known(business bigint, name text, phone text, e_mail text, document text) returns bigint
language plpgsql stable as $$
declare
  found_id bigint;
  plain_name text := plain(name);
  own_words text[] := name_words(name);
  first_word text := coalesce(own_words[1], '');
begin
  if phone <> '' then
    select coalesce(c.merged_into, c.id) into found_id from client_cards c
    where c.business_id = business and c.client_phone = phone and c.client_phone <> '' and c.id = coalesce(
      (select s.id from client_cards s
        where s.business_id = business and s.client_phone = phone and s.client_phone <> '' and s.sorted_name = plain_name
        order by s.id limit 1),
      (with alike as materialized (
          select each.id, name_words(each.client_name) as words from (
            (select s.id, s.client_name from client_cards s
              where s.business_id = business and s.client_phone = phone and s.client_phone <> ''
              order by s.sorted_name, s.id limit 200)
            union all
            (select s.id, s.client_name from client_cards s
              where s.business_id = business and s.client_phone = phone and s.client_phone <> '' and s.sorted_name >= first_word
              order by s.sorted_name, s.id limit 200)) each)
        select alike.id from alike
        where alike.words[1] = own_words[1] or alike.words <@ own_words or own_words <@ alike.words
        order by alike.id limit 1));
    if found then return found_id; end if;
  end if;
  if e_mail is not null then
    select coalesce(c.merged_into, c.id) into found_id from client_cards c
    where c.business_id = business and lower(c.client_email) = lower(e_mail) and c.id = coalesce(
      (select s.id from client_cards s
        where s.business_id = business and lower(s.client_email) = lower(e_mail) and s.sorted_name = plain_name
        order by s.id limit 1),
      (with alike as materialized (
          select each.id, name_words(each.client_name) as words from (
            (select s.id, s.client_name from client_cards s
              where s.business_id = business and lower(s.client_email) = lower(e_mail)
              order by s.sorted_name, s.id limit 200)
            union all
            (select s.id, s.client_name from client_cards s
              where s.business_id = business and lower(s.client_email) = lower(e_mail) and s.sorted_name >= first_word
              order by s.sorted_name, s.id limit 200)) each)
        select alike.id from alike
        where alike.words[1] = own_words[1] or alike.words <@ own_words or own_words <@ alike.words
        order by alike.id limit 1));
    if found then return found_id; end if;
  end if;
  if document is not null then
    select coalesce(c.merged_into, c.id) into found_id from client_cards c
    where c.business_id = business and c.client_id = document order by c.id limit 1;
    if found then return found_id; end if;
  end if;
  if phone = '' and e_mail is null and document is null then
    select c.id into found_id from client_cards c
    where c.business_id = business and c.sorted_name = plain_name and c.merged_into is null and c.forgotten_at is null
    order by c.id limit 1;
    if found then return found_id; end if;
    select c.merged_into into found_id from client_cards c
    where c.business_id = business and c.sorted_name = plain_name and c.merged_into is not null and c.forgotten_at is null
    order by c.id limit 1;
  end if;
  return found_id;
end $$;
