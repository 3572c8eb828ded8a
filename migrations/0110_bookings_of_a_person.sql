-- How many appointments ahead a person may hold in a business by the public page.
alter table businesses add column max_future_appointments integer not null default 5
  check (max_future_appointments between 1 and 100);

-- Whether a client may book once more: a person is an e-mail, or a telephone. Asked by the statement that books, it waits
-- for whoever books for the same person at the moment, and counts with a snapshot taken after that wait: a volatile
-- function takes a new one for each of its statements.
create function may_book_again(business bigint, e_mail text, phone text, at timestamptz) returns boolean
language plpgsql volatile as $$
declare
  one bigint := hashtextextended('e-mail ' || business || ' ' || lower(e_mail), 0);
  other bigint := hashtextextended('phone ' || business || ' ' || phone, 0);
  most integer;
begin
  -- In one order, so that two who share both do not wait for each other.
  perform pg_advisory_xact_lock(least(one, other));
  perform pg_advisory_xact_lock(greatest(one, other));
  select max_future_appointments into most from businesses where id = business;
  if (select count(*) from appointments a
      where a.business_id = business and lower(a.client_email) = lower(e_mail) and a.booked_by = 'client'
        and a.status = 'scheduled' and a.starts_at > at) >= most
    or (select count(*) from appointments a
      where a.business_id = business and a.client_phone = phone and a.booked_by = 'client'
        and a.status = 'scheduled' and a.starts_at > at) >= most
  then
    raise exception 'too many appointments ahead' using errcode = 'check_violation',
      constraint = 'appointments_of_a_person';
  end if;
  return true;
end $$;
