alter table appointments validate constraint appointments_card_fkey;
drop function make_card;
