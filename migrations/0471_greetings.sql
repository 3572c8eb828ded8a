-- Whether a business greets clients on their birthday by itself: advertising, so only who agreed to that.
alter table businesses add column greets_birthdays boolean not null default false;
create index businesses_greeting on businesses (id) where greets_birthdays;
