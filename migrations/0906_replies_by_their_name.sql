-- A reply that WhatsApp delivers again is known by its name, whichever business it is taken for now.
create index inbound_messages_named on inbound_messages (provider_id);
