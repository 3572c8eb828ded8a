-- A process of the version before 0920 confirms the e-mail of a business, and makes who accepts an invitation, without noting that the
-- person read a mailed link: what they set up would end with their next reset. Times are those of the confirmation and the acceptance.
-- Not where its link was one for a new password, which it chose at the same time: what was set up before that may be a stranger's.
create function prove_confirmed_owner() returns trigger language plpgsql as $$
begin
  update users u set email_proven_at = new.email_confirmed_at from memberships m
    where m.business_id = new.id and m.role = 'owner' and u.id = m.user_id and lower(u.email) = lower(new.email)
      and u.email_proven_at is null and u.password_changed_at <> new.email_confirmed_at;
  return null;
end $$;
create trigger businesses_prove_owner after update of email_confirmed_at on businesses
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function prove_confirmed_owner();

-- Whom an invitation made: an account that was there before may be a stranger's, as may one that was made later.
create function prove_invited() returns trigger language plpgsql as $$
begin
  update users set email_proven_at = new.used_at
    where lower(email) = lower(new.email) and created_at = new.used_at and email_proven_at is null;
  return null;
end $$;
create trigger invitations_prove after update of used_at on invitations
  for each row when (old.used_at is null and new.used_at is not null and new.claimed_by is null)
  execute function prove_invited();

update users u set email_proven_at = b.email_confirmed_at from memberships m join businesses b on b.id = m.business_id
  where m.user_id = u.id and m.role = 'owner' and lower(b.email) = lower(u.email) and b.email_confirmed_at is not null
    and u.email_proven_at is null and u.password_changed_at <> b.email_confirmed_at;
update users u set email_proven_at = i.used_at from invitations i
  where lower(i.email) = lower(u.email) and u.created_at = i.used_at and i.claimed_by is null and u.email_proven_at is null;
