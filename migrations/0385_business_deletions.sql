-- A business that its owner deletes: its page is off at once, the owner may come back until `erase_at`, and then a job erases it.
-- What is left is this row, the business's id with the addresses that nobody is given again, and what the law wants kept.
create table business_deletions (
  business_id bigint primary key references businesses,
  requested_by bigint not null references users,
  requested_at timestamptz not null,
  erase_at timestamptz not null,
  -- Since when administrators have suspended it: so it is again when its owner comes back.
  suspended_before timestamptz,
  -- When the appointments that lay ahead were all cancelled.
  cancelled_at timestamptz,
  -- From then on nobody comes back.
  erasing_at timestamptz,
  erased_at timestamptz,
  -- How much was erased, for the certificate.
  counts jsonb not null default '{}' check (jsonb_typeof(counts) = 'object'),
  -- When the certificate had left, and its address was erased too.
  closed_at timestamptz,
  check (erase_at >= requested_at + interval '30 days'),
  check (erasing_at >= erase_at),
  check (erased_at is null or erasing_at is not null),
  check (closed_at is null or erased_at is not null)
);
create index business_deletions_open on business_deletions (erase_at) where closed_at is null;

-- Evidence that people agreed to how their data are treated, without their data: `client_hash` is made of their e-mail, or
-- their telephone, and a secret of the installation.
create table kept_consents (
  business_id bigint not null references businesses,
  appointment_id bigint not null,
  consent_version text not null,
  consented_at timestamptz not null,
  client_hash bytea,
  keep_until timestamptz not null,
  primary key (business_id, appointment_id)
);
create index kept_consents_over on kept_consents (keep_until);

-- A business that is being deleted is off, whoever writes.
create function keep_deleted_off() returns trigger language plpgsql as $$
begin
  if exists (select from business_deletions where business_id = new.id) then
    raise exception 'business % is being deleted', new.id
      using errcode = 'check_violation', constraint = 'businesses_deleted_are_off';
  end if;
  return new;
end $$;
create trigger businesses_deleted_are_off before update of suspended_at on businesses
  for each row when (old.suspended_at is not null and new.suspended_at is null) execute function keep_deleted_off();

create function is_erased(business bigint) returns boolean stable language sql as
  $$ select exists (select from business_deletions where business_id = business and erasing_at is not null) $$;

-- As before; with a business that is erased, though what is left of it stays, its activity and its owners go too.
create or replace function refuse_removal_of_activity() returns trigger language plpgsql as $$
begin
  if exists (select from businesses where id = old.business_id) and not is_erased(old.business_id) then
    raise exception 'activity is kept for 400 days' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create or replace function ensure_owner() returns trigger language plpgsql as $$
declare business bigint;
begin
  if tg_table_name = 'businesses' then business := new.id; else business := old.business_id; end if;
  -- Two who take the last owners away at once come one after the other: the second sees what the first left.
  perform from businesses where id = business for no key update;
  if found and not is_erased(business) and not exists (
    select from memberships where business_id = business and role = 'owner' and is_active
  ) then
    raise exception 'business % would have no active owner', business
      using errcode = 'check_violation', constraint = 'businesses_have_an_owner';
  end if;
  return null;
end $$;
