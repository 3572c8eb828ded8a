-- Who was erased waits to be let in no more.
update invitations i set claimed_by = null from users u
  where u.id = i.claimed_by and i.used_at is null and u.email = 'cuenta-eliminada-' || u.id || '@invalid';
