-- Names of businesses that read like a bank's or an authority's: until an administrator decides, their mails go under the
-- product's name. Another name is another question.
create table sender_names (
  business_id bigint not null references businesses,
  name text not null,
  asked_at timestamptz not null default now(),
  is_approved boolean,
  decided_at timestamptz,
  administrator_id bigint references administrators,
  primary key (business_id, name),
  check ((is_approved is null) = (decided_at is null))
);
create index sender_names_open on sender_names (asked_at) where is_approved is null;

alter table audit_log drop constraint audit_log_act_check;
alter table audit_log add constraint audit_log_act_check check (act in ('login', 'login_failed', 'logout', 'suspend',
  'reactivate', 'grant_credits', 'approve_name', 'refuse_name')) not valid;
alter table audit_log validate constraint audit_log_act_check;
