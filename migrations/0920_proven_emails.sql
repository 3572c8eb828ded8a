-- When somebody showed, by a link in a mail, that the e-mail they sign in with is theirs: what was set up before may be of a
-- stranger who registered with it. A constant default writes no row.
alter table users add column email_proven_at timestamptz default now();
alter table users alter column email_proven_at drop default;
update users u set email_proven_at = null from memberships m join businesses b on b.id = m.business_id
  where m.user_id = u.id and lower(b.email) = lower(u.email) and b.email_confirmed_at is null;

create function unprove_changed_email() returns trigger language plpgsql as $$
begin
  new.email_proven_at := null;
  return new;
end $$;
create trigger users_email_changed before update of email on users
  for each row when (lower(old.email) is distinct from lower(new.email)) execute function unprove_changed_email();

-- A former e-mail that is given back is as proven as it was.
alter table former_emails add column proven_at timestamptz;
