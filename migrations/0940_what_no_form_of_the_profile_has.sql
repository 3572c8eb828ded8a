-- What is set elsewhere than in a form of the profile is no news to one that is open: how clients are reminded and greeted, which
-- holidays the business keeps, and how much of each thing it may have.
create or replace trigger businesses_version before update on businesses
  for each row execute function next_version('hours_version', 'suspended_at', 'words', 'email_confirmed_at', 'dates_version',
    'listed_at', 'confirmed_phone', 'greets_birthdays', 'reminder_channel', 'holiday_policy', 'holiday_country',
    'max_services', 'max_professionals', 'max_mails');
