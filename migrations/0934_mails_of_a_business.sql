-- How many mails a business may write to its clients in a day, where the administrator set it; null is the installation's limits, which are
-- lower for a young business (server/limits/young-queries.ts).
alter table businesses add column max_mails integer check (max_mails between 1 and 100000);
