-- What is limited per address and per identity (guessed passwords, registrations, reset mails), counted for all
-- processes together. `subject` is a hash: no addresses and no e-mails are kept.
create table attempts (
  subject bytea primary key,
  count integer not null,
  until timestamptz not null
);
create index attempts_until on attempts (until);
