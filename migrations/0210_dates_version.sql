-- Counts what a business says of single dates: special days, and what it does on holidays. A booking is computed with what
-- was said before; whoever says something new has the lock of the business's bookings alone (0100) and counts. So either
-- the booking is there first, and whoever changes the date is told of it, or it is not written and asks the rules again.
alter table businesses add column dates_version integer not null default 1;

-- No news to a form of the settings.
create or replace trigger businesses_version before update on businesses
  for each row execute function next_version('hours_version', 'suspended_at', 'words', 'email_confirmed_at', 'dates_version');

-- Beside the one of before, which a process of before still calls.
create function may_book(business bigint, professional bigint, service bigint, zone text, dates integer, key text, at timestamptz)
returns boolean language plpgsql as $$
begin
  -- Two statements: the second one sees what was committed while the first one waited for the locks.
  if not may_book(business, professional, service, zone, key, at) then return false; end if;
  return exists (select from businesses b where b.id = business and b.dates_version = dates);
end $$;
