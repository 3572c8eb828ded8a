-- A message goes by a channel. A constant default rewrites nothing.
alter table messages add column channel text not null default 'email';
alter table messages add constraint messages_channel check (channel in ('email', 'whatsapp', 'sms', 'push')) not valid;

-- What a business says in messages that it sends by hand, where it chose its own words.
create table message_texts (
  business_id bigint not null references businesses,
  kind text not null check (kind in ('reminder', 'confirmation', 'change', 'cancellation')),
  text text not null check (length(text) between 1 and 700),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (business_id, kind)
);
create trigger message_texts_version before update on message_texts
  for each row execute function next_version('updated_at');
