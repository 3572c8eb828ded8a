-- A time that waits: for a payment, for the owner's word, or for the answer to an offer. It takes its time as an
-- appointment does and is none yet; one that was let go never was one, and keeps its kind. So `hold_kind is null` tells
-- what is an appointment, and every query says so that speaks of them.
alter table appointments
  add column hold_kind text check (hold_kind in ('payment', 'approval', 'offer')),
  -- From then on its time is free.
  add column hold_expires_at timestamptz,
  drop constraint appointments_status_check,
  add constraint appointments_status_check check (status in ('held', 'scheduled', 'completed', 'cancelled')),
  add constraint appointments_hold_check check (case when hold_kind is null
    then status <> 'held' and hold_expires_at is null
    else status in ('held', 'cancelled') and (hold_kind <> 'payment' or hold_expires_at is not null) end);
create index appointments_holds on appointments (hold_expires_at) where status = 'held';

-- As they were, with what tells holds apart: taken time and searches are read from the index alone.
drop index appointments_by_professional;
create index appointments_by_professional on appointments (business_id, professional_id, lower(occupied))
  include (occupied, id, hold_expires_at) where status <> 'cancelled';
drop index appointments_by_date;
create index appointments_by_date on appointments (business_id, appointment_date desc, appointment_time desc, id desc)
  include (words, hold_kind);
