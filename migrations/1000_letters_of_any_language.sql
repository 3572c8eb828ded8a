-- 'ziga' finds 'Žiga', as 'lucia' always found 'Lucía': the accents were those of Spanish and its neighbours. A letter is taken apart,
-- and its marks are left away; those with a stroke are one piece. domain/search-words.ts does the same.
create or replace function plain(text) returns text immutable strict parallel safe language sql
  return case when octet_length($1) = length($1) then lower($1)
    else lower(translate(regexp_replace(normalize($1, nfd), '[\u0300-\u036f]+', '', 'g'), 'ØøŁłĐđ', 'oolldd')) end;

-- Tags that are the same word from now on: the younger one says which it is.
update client_tags t set label = left(label, 24) || ' ' || id % 100000
where exists (
  select from client_tags o where o.business_id = t.business_id and o.id < t.id and plain(o.label) = plain(t.label));

-- What is stored in plain letters is few rows' alone: of most, nothing changes.
update businesses set slug = slug where words <> plain(words);
update client_cards set language = language where words <> plain(words);
update figures_by_client set client_name = client_name where words <> plain(words);
update appointments set words = words
where octet_length(words) > length(words) and words <> plain(words);

-- Last: whoever reads a business waits for it until the end.
reindex index client_tags_label;
reindex index businesses_by_plain_name;
