alter table appointments validate constraint appointments_fit;
alter table client_cards validate constraint client_cards_fit;
