-- An appointment may be without an e-mail: of somebody who came in from the street, or who wants no mails. Nothing stands in
-- for it, so that no address that nobody has is ever written to.
--
-- A generated column cannot be given another expression without writing every row anew while bookings wait. From here on a
-- trigger makes the words: what is there stays as it is, and an older process, which never named the column, needs not
-- know.
alter table appointments
  alter column client_email drop not null,
  alter column words drop expression;

create function fill_appointment_words() returns trigger language plpgsql as $$
begin
  new.words := plain(new.client_name || ' ' || coalesce(new.client_email, '') || ' ' || new.client_phone || ' '
    || coalesce(new.client_id, '') || ' ' || new.service_name || ' ' || new.professional_name);
  return new;
end $$;
create trigger appointments_words before insert
  or update of client_name, client_email, client_phone, client_id, service_name, professional_name, words
  on appointments for each row execute function fill_appointment_words();

-- Whom an appointment counts for: its e-mail, and without one nobody but itself, so that two people who came in from the
-- street never become one. '#' and a number is no e-mail: that has an '@'.
create function client_key(e_mail text, appointment bigint) returns text immutable parallel safe language sql
  return coalesce(lower(e_mail), '#' || appointment);
create function appointment_of_key(client text) returns bigint immutable strict parallel safe language sql
  return case when client ~ '^#[0-9]{1,18}$' then substr(client, 2)::bigint end;

create or replace function note_figures_stale() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into figures_stale values (old.business_id, old.appointment_date, client_key(old.client_email, old.id));
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and (new.appointment_date <> old.appointment_date
    or client_key(new.client_email, new.id) <> client_key(old.client_email, old.id))) then
    insert into figures_stale values (new.business_id, new.appointment_date, client_key(new.client_email, new.id));
  end if;
  return null;
end $$;
