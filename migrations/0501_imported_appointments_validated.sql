alter table appointments validate constraint appointments_source;
