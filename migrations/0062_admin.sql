-- What the panel's search looks in, made by the database; with the order in which the panel shows businesses.
alter table businesses add column words text generated always as (
  plain(business_name || ' ' || email || ' ' || phone || ' ' || slug)) stored;
drop index businesses_by_date;
create index businesses_by_date on businesses (created_at desc, id desc) include (words);
