-- The last mail to an appointment's client that did not arrive, for the owner to see; hidden when the appointment has
-- another address, and gone when a mail arrives there after all.
create table undelivered (
  business_id bigint not null,
  appointment_id bigint not null,
  address text not null,
  reason text not null check (reason in ('unknown_address', 'refused', 'unanswered')),
  at timestamptz not null,
  seen_at timestamptz,
  primary key (business_id, appointment_id),
  foreign key (business_id, appointment_id) references appointments
);
create index undelivered_unseen on undelivered (business_id, at) where seen_at is null;
