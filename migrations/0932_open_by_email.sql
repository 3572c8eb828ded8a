-- For who asks for a link to their appointments in any business: every business was asked. Bookings wait while it is made, for the reason
-- of 0111.
create index appointments_open_by_email on appointments (lower(client_email), ends_at)
  where client_email is not null and hold_kind is null;
