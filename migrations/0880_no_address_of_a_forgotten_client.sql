-- A client whose data were deleted had an invented address, the same on the card and its appointments, so that they counted as one
-- client's. What is counted of clients is counted by card since, and no address says more than an invented one.
create function is_forgotten_person(name text, phone text, e_mail text) returns boolean
immutable parallel safe language sql
return name = 'Cliente eliminado' and phone = '' and e_mail is null;

-- Not by forgetting: what is left of a card keeps its anonymous appointments together.
create or replace trigger appointments_card_of_person
  before update of client_name, client_phone, client_email, client_id on appointments
  for each row when (new.hold_kind is null and old.hold_kind is null
    and (old.client_name, old.client_phone, old.client_email, old.client_id)
      is distinct from (new.client_name, new.client_phone, new.client_email, new.client_id)
    and is_forgotten_person(new.client_name, new.client_phone, new.client_email) is not true)
  execute function follow_person();

-- A process of the version before still writes it, and archives of businesses bring it.
create function leave_no_address() returns trigger language plpgsql as $$
begin
  new.client_email := null;
  return new;
end $$;
create trigger appointments_address before insert or update of client_email on appointments
  for each row when (new.client_email like 'eliminado-%@anonimo.invalid') execute function leave_no_address();
create trigger client_cards_address before insert or update of client_email on client_cards
  for each row when (new.client_email like 'eliminado-%@anonimo.invalid') execute function leave_no_address();

update appointments set client_email = null where client_email like 'eliminado-%@anonimo.invalid';
update client_cards set client_email = null where client_email like 'eliminado-%@anonimo.invalid';
