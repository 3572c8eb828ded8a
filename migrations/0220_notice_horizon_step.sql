-- How soon and how far ahead customers can book, and how often a service may begin. Null of a service: as the business.
alter table businesses
  add column min_notice_minutes integer not null default 0 check (min_notice_minutes between 0 and 20160),
  add column horizon_days smallint not null default 30 check (horizon_days between 1 and 365);
alter table services
  add column min_notice_minutes integer check (min_notice_minutes between 0 and 20160),
  add column slot_interval_minutes smallint check (slot_interval_minutes between 5 and 240);
