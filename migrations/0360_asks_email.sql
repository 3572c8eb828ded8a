-- Whether customers may book without an e-mail; whoever does says that no messages are wanted.
alter table businesses
  add column asks_email text not null default 'required' check (asks_email in ('required', 'optional'));
