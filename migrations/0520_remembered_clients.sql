-- Who asked a browser to remember them at a business (CLI-025): the browser keeps a random token, and here stands its hash.
-- It leads to what was booked there, and to no card: a merge or a forgotten client is followed with the appointment.
create table remembered_clients (
  business_id bigint not null references businesses,
  token_hash bytea not null check (length(token_hash) = 32),
  appointment_id bigint not null,
  expires_at timestamptz not null,
  primary key (business_id, token_hash),
  -- What is booked is booked in one browser.
  unique (business_id, appointment_id),
  foreign key (business_id, appointment_id) references appointments (business_id, id) on delete cascade
);
create index remembered_clients_expiring on remembered_clients (expires_at);

-- An appointment that becomes another person's, or nobody's, is remembered no more. What is corrected of the same person is:
-- a similar name, with the telephone or the e-mail as before.
create function end_remembered() returns trigger language plpgsql as $$
begin
  if not coalesce(similar_names(old.client_name, new.client_name)
    and (old.client_phone <> '' and old.client_phone = new.client_phone
      or coalesce(lower(old.client_email) = lower(new.client_email), false)), false)
  then
    delete from remembered_clients r where r.business_id = new.business_id and r.appointment_id = new.id;
  end if;
  return null;
end $$;
create trigger appointments_remembered after update of client_name, client_phone, client_email on appointments
  for each row when ((old.client_name, old.client_phone, old.client_email)
    is distinct from (new.client_name, new.client_phone, new.client_email)) execute function end_remembered();
