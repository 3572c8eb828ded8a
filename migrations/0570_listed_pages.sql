-- Since when search engines may list a business's page: when its e-mail was first confirmed. A changed e-mail, which has to be
-- confirmed again, takes no known page away. Pages that are there already may be listed: a constant default writes no row.
alter table businesses add column listed_at timestamptz default now();
alter table businesses alter column listed_at drop default;

-- No news to a form of the settings.
create or replace trigger businesses_version before update on businesses
  for each row execute function next_version('hours_version', 'suspended_at', 'words', 'email_confirmed_at', 'dates_version',
    'listed_at');

-- In the database, so that a process of the version before lists pages, too.
create function list_confirmed_page() returns trigger language plpgsql as $$
begin
  new.listed_at := new.email_confirmed_at;
  return new;
end $$;
create trigger businesses_listed before insert or update of email_confirmed_at on businesses
  for each row when (new.email_confirmed_at is not null and new.listed_at is null) execute function list_confirmed_page();
