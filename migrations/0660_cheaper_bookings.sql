-- What a booking asks of the database, in fewer statements: each that a function runs costs its set-up again. A lock that is
-- taken by an assignment needs none.
create or replace function may_book(
  business bigint, professional bigint, service bigint, zone text, dates integer, terms integer, key text, at timestamptz)
returns boolean language plpgsql as $$
declare
  is_locked boolean;
begin
  if key is not null then
    is_locked := pg_advisory_xact_lock(hashtextextended(business || ' ' || key, 1)) is not null;
  end if;
  is_locked := pg_advisory_xact_lock_shared(hashtextextended(business::text, 2)) is not null;
  -- A statement of its own sees what was committed while the locks were waited for.
  return exists (
    select from businesses b
    join professionals p on p.business_id = b.id and p.id = professional and p.is_active and p.deleted_at is null
    join services s on s.business_id = b.id and s.id = service and s.version = terms and s.is_active and s.deleted_at is null
    where b.id = business and b.timezone = zone and b.dates_version = dates and b.suspended_at is null
      and not exists (
        select from idempotency_keys k
        where k.business_id = business and k.key = may_book.key and k.created_at > at - interval '24 hours'));
end $$;

create or replace function may_book_again(business bigint, e_mail text, phone text, at timestamptz) returns boolean
language plpgsql volatile as $$
declare
  one bigint := hashtextextended('e-mail ' || business || ' ' || lower(e_mail), 0);
  other bigint := hashtextextended('phone ' || business || ' ' || phone, 0);
  is_locked boolean;
begin
  -- In one order, so that two who share both do not wait for each other.
  is_locked := pg_advisory_xact_lock(least(one, other)) is not null;
  is_locked := pg_advisory_xact_lock(greatest(one, other)) is not null;
  if exists (
    select from businesses b
    where b.id = business and ((select count(*) from appointments a
        where a.business_id = business and lower(a.client_email) = lower(e_mail) and a.booked_by = 'client'
          and a.status = 'scheduled' and a.starts_at > at) >= b.max_future_appointments
      or (select count(*) from appointments a
        where a.business_id = business and a.client_phone = may_book_again.phone and a.booked_by = 'client'
          and a.status = 'scheduled' and a.starts_at > at) >= b.max_future_appointments))
  then
    raise exception 'too many appointments ahead' using errcode = 'check_violation',
      constraint = 'appointments_of_a_person';
  end if;
  return true;
end $$;

create or replace function refuse_time_off() returns trigger language plpgsql as $$
declare
  is_locked boolean := pg_advisory_xact_lock_shared(77, hashint8(new.business_id)) is not null;
begin
  perform from time_off t
    where t.business_id = new.business_id and t.ends_at > lower(new.occupied) and t.starts_at < upper(new.occupied)
      and (t.professional_id is null or t.professional_id = new.professional_id)
    union all
    select from special_days d
    where d.business_id = new.business_id and d.date = new.appointment_date and not d.is_open
      and (d.professional_id = new.professional_id or (d.professional_id is null and not exists (
        select from special_days own where own.business_id = new.business_id and own.date = new.appointment_date
          and own.professional_id = new.professional_id and own.opens_business)));
  if not found then return new; end if;
  if tg_op = 'INSERT' then return null; end if;
  raise exception 'appointment % would lie in a time off', new.id
    using errcode = 'exclusion_violation', constraint = 'appointments_not_in_time_off';
end $$;

-- Sums by e-mail, which nothing reads since there are cards (decision 47), are made no more. A process of the version before
-- still makes those of the clients that it finds named here: none.
truncate figures_by_client;
alter table figures_stale alter column client set default '';

-- What follows of a change: the days and the cards whose sums are no longer so.
create or replace function note_figures_stale() returns trigger language plpgsql as $$
begin
  insert into figures_stale (business_id, appointment_date) values (old.business_id, old.appointment_date);
  if tg_op = 'UPDATE' and new.appointment_date <> old.appointment_date then
    insert into figures_stale (business_id, appointment_date) values (new.business_id, new.appointment_date);
  end if;
  -- A trigger of `update of card_id` does not hear of what another trigger changes.
  if tg_op = 'DELETE' or old.card_id is distinct from new.card_id then
    insert into cards_stale select old.business_id, old.card_id where old.card_id is not null;
  end if;
  if tg_op = 'DELETE' or new.card_id is null then return null; end if;
  if old.card_id is distinct from new.card_id then
    insert into client_cards (business_id, id, client_name, client_phone, client_email, client_id, source, created_at)
    values (new.business_id, new.card_id, new.client_name, new.client_phone, new.client_email, new.client_id,
      case new.booked_by when 'owner' then 'owner' else 'booking' end, new.created_at)
    on conflict do nothing;
  end if;
  insert into cards_stale values (new.business_id, new.card_id);
  return null;
end $$;
-- What follows of new appointments is noted once for all that a statement inserts. A new client's card is written with the sums
-- of its one appointment, so that there is nothing to add up later; a card that was there is added up by the job.
create function note_new_appointments() returns trigger language plpgsql as $$
begin
  insert into figures_stale (business_id, appointment_date) select n.business_id, n.appointment_date from inserted n;
  with made as (
    insert into client_cards (business_id, id, client_name, client_phone, client_email, client_id, source, created_at,
      folded_at, appointments, last_starts_at, visited_at, next_at)
    select n.business_id, n.card_id, n.client_name, n.client_phone, n.client_email, n.client_id,
      case n.booked_by when 'owner' then 'owner' else 'booking' end, n.created_at,
      n.created_at, 1, n.starts_at, case when n.starts_at <= n.created_at then n.starts_at end,
      case when n.starts_at > n.created_at then n.starts_at end
    from inserted n where n.card_id is not null
    on conflict do nothing
    returning business_id, id, last_starts_at
  )
  insert into cards_stale
  select n.business_id, n.card_id from inserted n
  where n.card_id is not null and (n.status <> 'scheduled' or n.attendance_status <> 'pending' or not exists (
    select from made m where m.business_id = n.business_id and m.id = n.card_id and m.last_starts_at = n.starts_at));
  return null;
end $$;
create trigger appointments_inserted after insert on appointments
  referencing new table as inserted for each statement execute function note_new_appointments();
create or replace trigger appointments_figures after delete or update of appointment_date, appointment_time,
  starts_at, duration_minutes, service_name, status, attendance_status, price, actual_price, client_name, client_phone,
  client_email, client_id on appointments for each row execute function note_figures_stale();
