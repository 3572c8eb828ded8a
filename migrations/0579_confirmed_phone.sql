-- The telephone from which a business wrote to the installation's number; it counts while it is the business's. Who sends by
-- WhatsApp already goes on as before.
alter table businesses add column confirmed_phone text check (length(confirmed_phone) <= 20);
create or replace trigger businesses_version before update on businesses
  for each row execute function next_version('hours_version', 'suspended_at', 'words', 'email_confirmed_at', 'dates_version',
    'listed_at', 'confirmed_phone');
update businesses set confirmed_phone = phone where reminder_channel <> 'email' and length(phone) <= 20;
