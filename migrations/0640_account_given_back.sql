-- Whoever comes in by a stolen password changes the e-mail: for two days the former one is kept, for nobody else to take, so that
-- 'No fui yo' gives the account back.
create table former_emails (
  user_id bigint not null references users on delete cascade,
  email text not null check (length(email) <= 254),
  changed_at timestamptz not null,
  primary key (user_id, changed_at)
);
create index former_emails_email on former_emails (lower(email));

-- When 'No fui yo' was last said, and of which log-in: links of later ones end with it.
alter table users
  add column recovered_at timestamptz,
  add column recovered_since timestamptz;

-- After the row, so that who waited for the index sees what was committed meanwhile.
create function keep_former_emails() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' and exists (
    select from former_emails f where lower(f.email) = lower(new.email) and f.user_id <> new.id
  ) or tg_table_name = 'businesses' and exists (
    select from former_emails f where lower(f.email) = lower(new.email) and not exists (
      select from memberships m
      where m.business_id = new.id and m.user_id = f.user_id and m.role = 'owner' and m.is_active)
  ) then
    raise exception 'this e-mail was somebody’s until a moment ago' using errcode = 'unique_violation';
  end if;
  return null;
end $$;
create trigger users_keep_former_emails after insert or update of email on users
  for each row execute function keep_former_emails();
create trigger businesses_keep_former_emails after insert or update of email on businesses
  for each row execute function keep_former_emails();
