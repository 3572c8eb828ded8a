-- The list of clients reads its rows from figures_by_client too: when each of them comes or came last, cancelled and
-- missed ones aside (of those still ahead it says nothing), and the words it is sorted by and searched in.
alter table figures_by_client
  add column last_starts_at timestamptz,
  add column sorted_name text not null generated always as (plain(client_name)) stored,
  add column words text not null generated always as (
    plain(client_name || ' ' || client_email || ' ' || client_phone || ' ' || coalesce(client_id, ''))) stored;

-- As before, and when only the instant changes: the business moves to another time zone.
drop trigger appointments_figures on appointments;
create trigger appointments_figures after insert or delete or update of appointment_date, appointment_time, starts_at,
  duration_minutes, service_name, status, attendance_status, price, actual_price, client_name, client_phone,
  client_email, client_id on appointments for each row execute function note_figures_stale();

-- The rows that are there do not say when: the job's first runs make them again.
insert into figures_stale
  select distinct on (business_id, lower(client_email)) business_id, appointment_date, lower(client_email)
  from appointments;
