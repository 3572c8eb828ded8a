-- A trusted extension, as btree_gist is: the database's owner may create it.
create extension if not exists pg_trgm;

-- Two cards of which somebody said that they are two people.
create table card_pairs (
  business_id bigint not null,
  one_id bigint not null,
  other_id bigint not null,
  said_by bigint not null references users,
  at timestamptz not null,
  primary key (business_id, one_id, other_id),
  check (one_id < other_id),
  foreign key (business_id, one_id) references client_cards on delete cascade,
  foreign key (business_id, other_id) references client_cards on delete cascade
);
create index card_pairs_of_other on card_pairs (business_id, other_id);
