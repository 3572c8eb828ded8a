-- The sums of a client without an e-mail; `client` is the client_key() of the appointments that they are made from. Only they are written anew here, a row for each client, in a file of its own:
-- bookings go on.
alter table figures_by_client
  alter column client_email drop not null,
  drop column words,
  add column words text not null generated always as (
    plain(client_name || ' ' || coalesce(client_email, '') || ' ' || client_phone || ' ' || coalesce(client_id, ''))) stored;
