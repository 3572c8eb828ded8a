-- A live stream ends with its session, in whatever process it runs: the end of a session, and a change of what its
-- member may do, are announced on the channel that every process listens to ('s' and the token's hash).
create function announce_session(token_hash bytea) returns void language sql as $$
  select pg_notify('appointments', 's' || encode(token_hash, 'hex'));
$$;

create function announce_ended_session() returns trigger language plpgsql as $$
begin
  perform announce_session(old.token_hash);
  return null;
end $$;
create trigger sessions_announce_end after delete on sessions
  for each row execute function announce_ended_session();

create function announce_changed_member() returns trigger language plpgsql as $$
begin
  perform announce_session(s.token_hash) from sessions s
    where s.business_id = new.business_id and s.user_id = new.user_id;
  return null;
end $$;
create trigger memberships_announce_change after update on memberships
  for each row when (old.is_active is distinct from new.is_active or old.role is distinct from new.role
    or old.permissions is distinct from new.permissions)
  execute function announce_changed_member();
