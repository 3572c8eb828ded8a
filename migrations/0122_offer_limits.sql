-- How many services and professionals a business may have: its page shows and its calendar counts all of them. The
-- operator raises it for one business (docs/operations.md).
alter table businesses
  add column max_services integer not null default 100 check (max_services > 0),
  add column max_professionals integer not null default 60 check (max_professionals > 0);
