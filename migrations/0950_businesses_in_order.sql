-- As people look for a name: 'Ánimo' stands before 'Barba', not after 'Zeta'.
create index businesses_by_plain_name on businesses (plain(business_name), id);
drop index businesses_by_name;
