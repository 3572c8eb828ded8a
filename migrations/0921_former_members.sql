-- In which businesses somebody was a member: their history names them, so that their name stays until the last of these is erased,
-- also when nothing else of them does.
create table former_members (
  business_id bigint not null references businesses,
  user_id bigint not null references users,
  primary key (business_id, user_id)
);
create index former_members_of_user on former_members (user_id);

-- Of those who are gone already, as far as anything is known of them.
insert into former_members (business_id, user_id)
  select distinct a.business_id, a.user_id from activity a where a.user_id is not null and not exists (
    select from memberships m where m.business_id = a.business_id and m.user_id = a.user_id);
