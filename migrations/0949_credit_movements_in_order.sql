-- The list of movements shows them by their moment, since those of a month that is over are written afterwards.
create index credit_movements_by_moment on credit_movements (business_id, at desc, id desc);
