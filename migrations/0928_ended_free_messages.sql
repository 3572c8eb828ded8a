-- What is left of a month's free messages ends with it, and the ledger says so: its sum is the balance in every month. In triggers, because
-- former processes write beside. The accounts first, as everybody who spends takes them first.
create function end_free_messages() returns trigger language plpgsql as $$
begin
  insert into credit_movements (business_id, kind, month, amount, reason, at)
  select new.business_id, 'free', old.month, -old.free, 'expired', (old.month + interval '1 month') at time zone timezone
  from businesses where id = new.business_id;
  return null;
end $$;
create trigger end_free_messages after update on credit_accounts
  for each row when (new.month > old.month and old.free > 0) execute function end_free_messages();

-- One that comes back when its month is over ends at once.
create function end_returned_message() returns trigger language plpgsql as $$
begin
  insert into credit_movements (business_id, kind, month, amount, reason, at)
  select new.business_id, 'free', new.month, -new.amount, 'expired', new.at
  from credit_accounts where business_id = new.business_id and month > new.month;
  return null;
end $$;
create trigger end_returned_message after insert on credit_movements
  for each row when (new.reason = 'returned' and new.kind = 'free') execute function end_returned_message();

alter table credit_movements drop constraint credit_movements_reason_check;
alter table credit_movements add constraint credit_movements_reason_check
  check (reason in ('monthly', 'package', 'reminder', 'returned', 'expired'));

insert into credit_movements (business_id, kind, month, amount, reason, at)
select c.business_id, 'free', c.month, -sum(c.amount), 'expired', (c.month + interval '1 month') at time zone b.timezone
from credit_movements c join credit_accounts a on a.business_id = c.business_id join businesses b on b.id = c.business_id
where c.kind = 'free' and c.month < a.month
group by c.business_id, c.month, b.timezone
having sum(c.amount) > 0;
