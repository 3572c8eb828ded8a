-- Also when it goes on to a third person: what the second one asked of their data is not the third one's.
create or replace trigger appointments_given_away before update of client_name, client_phone, client_email on appointments
  for each row when ((old.client_name, old.client_phone, old.client_email)
    is distinct from (new.client_name, new.client_phone, new.client_email)) execute function note_given_away();
