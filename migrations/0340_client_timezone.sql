-- The zone of the phone or computer that booked, where its page said so: mails name the business's zone to whoever reads
-- another clock. Checked for new rows from here on; the next file looks at those that an interrupted start left.
alter table appointments add column client_timezone text;
alter table appointments add constraint appointments_client_timezone
  check (length(client_timezone) between 1 and 64) not valid;
