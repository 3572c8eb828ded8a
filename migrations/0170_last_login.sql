-- When a member signed in last. Sessions end and are deleted; this stays.
alter table memberships add column last_login_at timestamptz;
update memberships m set last_login_at = s.at
from (select business_id, user_id, max(created_at) as at from sessions group by 1, 2) s
where s.business_id = m.business_id and s.user_id = m.user_id;
