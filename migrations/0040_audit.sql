-- Every act of an administrator: who, what, to whom, when.
create table audit_log (
  id bigint generated always as identity primary key,
  administrator_id bigint references administrators,
  act text not null check (act in ('login', 'login_failed', 'logout', 'suspend', 'reactivate', 'grant_credits')),
  business_id bigint references businesses,
  detail jsonb not null default '{}',
  at timestamptz not null default now()
);
create index audit_log_business on audit_log (business_id, id desc);

-- The panel's table: by name and by date, page by page.
create index businesses_by_name on businesses (lower(business_name), id);
create index businesses_by_date on businesses (created_at desc, id desc);
