-- Mails that wait, or went into a digest, because of a limit: an appointment's page says so.
create index messages_limited on messages (business_id, appointment_id) where last_error in ('unconfirmed', 'digest');
