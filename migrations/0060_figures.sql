-- All that the search of the owner's list looks in, as people type it. A copy: reading it is what makes a search
-- through all of a business's appointments cheap.
alter table appointments add column words text generated always as (
  plain(client_name || ' ' || client_email || ' ' || client_phone || ' ' || coalesce(client_id, '') || ' '
    || service_name || ' ' || professional_name)) stored;
-- The list's order, with what is searched: a search reads this and no row.
drop index appointments_by_date;
create index appointments_by_date on appointments (business_id, appointment_date desc, appointment_time desc, id desc)
  include (words);

-- The appointments of a client of a business. What was read by the business's time of start is read by date now.
drop index appointments_by_time;
create index appointments_by_email on appointments (business_id, lower(client_email));

-- What the owner's figures add up, added up ahead: by day and service, by day and hour, by client. Each row is made
-- from the appointments it speaks of, never changed by a difference, so that none can drift.
create table figures_by_day (
  business_id bigint not null,
  appointment_date date not null,
  service_name text not null,
  appointments integer not null,
  scheduled integer not null,
  -- Without those to which nobody came.
  completed integer not null,
  cancelled integer not null,
  attended integer not null,
  no_shows integer not null,
  -- Of those not cancelled.
  minutes integer not null,
  -- Somebody came: what was paid, else what was booked.
  revenue numeric not null,
  primary key (business_id, appointment_date, service_name)
);
create table figures_by_hour (
  business_id bigint not null,
  appointment_date date not null,
  hour smallint not null,
  minutes integer not null,
  primary key (business_id, appointment_date, hour)
);
create table figures_by_client (
  business_id bigint not null,
  -- lower(client_email): a client is an e-mail.
  client text not null,
  appointments integer not null,
  first_date date not null,
  last_date date not null,
  -- As the one that was booked last says.
  client_name text not null,
  client_phone text not null,
  client_email text not null,
  client_id text,
  last_booked_at timestamptz not null,
  -- Every name and phone the client ever had, a line each, as they are searched.
  names text not null,
  phones text not null,
  primary key (business_id, client)
);

-- The days and clients whose rows above are not what the appointments say: written with every change, in its
-- transaction, and never waited for, since nobody writes the same row. Who reads figures counts these afresh
-- (server/metrics/figures.ts); a job brings their rows up to date (server/metrics/fold.ts).
create table figures_stale (
  business_id bigint not null,
  appointment_date date not null,
  client text not null
);
create index figures_stale_business on figures_stale (business_id);

create function note_figures_stale() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into figures_stale values (old.business_id, old.appointment_date, lower(old.client_email));
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and (new.appointment_date <> old.appointment_date
    or lower(new.client_email) <> lower(old.client_email))) then
    insert into figures_stale values (new.business_id, new.appointment_date, lower(new.client_email));
  end if;
  return null;
end $$;

create trigger appointments_figures after insert or delete or update of appointment_date, appointment_time,
  duration_minutes, service_name, status, attendance_status, price, actual_price, client_name, client_phone,
  client_email, client_id on appointments for each row execute function note_figures_stale();

-- What is there already is added up by the job's first runs: each day and each client named once.
insert into figures_stale
  select distinct on (business_id, appointment_date) business_id, appointment_date, lower(client_email) from appointments
  union all
  select distinct on (business_id, lower(client_email)) business_id, appointment_date, lower(client_email)
  from appointments;
