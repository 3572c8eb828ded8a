alter table consents validate constraint consents_channel;
