-- When the owner showed, by a link in a mail, that the business's e-mail is theirs; until then it sends few mails. Businesses
-- that are there already count as confirmed: a constant default writes no row.
alter table businesses add column email_confirmed_at timestamptz default now();
alter table businesses alter column email_confirmed_at drop default;

-- No news to a form of the settings.
create or replace trigger businesses_version before update on businesses
  for each row execute function next_version('hours_version', 'suspended_at', 'words', 'email_confirmed_at');

create function unconfirm_changed_email() returns trigger language plpgsql as $$
begin
  new.email_confirmed_at := null;
  return new;
end $$;
create trigger businesses_email_changed before update of email on businesses
  for each row when (lower(old.email) is distinct from lower(new.email)) execute function unconfirm_changed_email();
