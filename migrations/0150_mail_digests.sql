-- What was not mailed to an address that had many mails already: a daily digest tells it instead, over all businesses. The
-- digest is itself a message, of business 0: it is the installation's, and outlives each business.
create table digest_items (
  business_id bigint not null,
  message_id bigint not null,
  -- In small letters.
  recipient text not null,
  at timestamptz not null default now(),
  -- The message that tells it, and when that was written.
  digest_id bigint,
  digest_at timestamptz,
  primary key (business_id, message_id),
  foreign key (business_id, message_id) references messages,
  check ((digest_id is null) = (digest_at is null))
);
create index digest_items_recipient on digest_items (recipient, digest_at);
create index digest_items_open on digest_items (at) where digest_id is null;
create index digest_items_told on digest_items (digest_id) where digest_id is not null;
