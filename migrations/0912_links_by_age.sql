-- For what clears away links that open nothing any more. Mails wait while it is made, and bookings do not; it is not made 'concurrently'
-- for the reason of 0111.
create index portal_tokens_by_age on portal_tokens (created_at);
