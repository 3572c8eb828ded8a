-- Those in whose place 0896 made others. In a transaction of its own: to drop them is to lock bookings out of the table, and the
-- transaction that makes an index holds a lock already, so that a booking that reads the table and then writes it would end as the
-- victim of a deadlock.
drop index if exists client_cards_by_phone;
drop index if exists client_cards_by_email;
