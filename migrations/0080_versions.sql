-- Counts the changes of what forms edit: a form that was open meanwhile is told, instead of writing old values back.
-- Whoever writes, the database counts. The trigger's arguments name columns whose change is no news to a form, and those
-- that the database itself makes: they are not there yet before a row is written.
create function next_version() returns trigger language plpgsql as $$
begin
  new.version := old.version
    + case when (to_jsonb(new) - tg_argv) is distinct from (to_jsonb(old) - tg_argv) then 1 else 0 end;
  return new;
end $$;

alter table services add column version integer not null default 1;
create trigger services_version before update on services
  for each row execute function next_version('position');

-- The hours of a business and of a professional are rows of other tables; they are saved as one week.
alter table professionals
  add column version integer not null default 1,
  add column hours_version integer not null default 1;
create trigger professionals_version before update on professionals
  for each row execute function next_version('hours_version');

alter table businesses
  add column version integer not null default 1,
  add column hours_version integer not null default 1;
create trigger businesses_version before update on businesses
  for each row execute function next_version('hours_version', 'suspended_at', 'words');

alter table appointments add column version integer not null default 1;
create trigger appointments_version before update on appointments
  for each row execute function next_version('words');
