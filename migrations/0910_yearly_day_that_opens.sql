-- A professional's yearly day opens a closed date of later years too, where nothing else is said of the professional on that date: the
-- free times offered it (domain/special-hours.ts), and every booking was refused.
create or replace function refuse_time_off() returns trigger language plpgsql as $$
declare
  is_locked boolean := pg_advisory_xact_lock_shared(77, hashint8(new.business_id)) is not null;
begin
  perform from time_off t
    where t.business_id = new.business_id and t.ends_at > lower(new.occupied) and t.starts_at < upper(new.occupied)
      and (t.professional_id is null or t.professional_id = new.professional_id)
    union all
    select from special_days d
    where d.business_id = new.business_id and d.date = new.appointment_date and not d.is_open
      and (d.professional_id = new.professional_id or (d.professional_id is null and (
        -- The day itself before a yearly one, of these the latest.
        select own.opens_business from special_days own
        where own.business_id = new.business_id and own.professional_id = new.professional_id
          and (own.date = new.appointment_date or own.is_yearly and own.date < new.appointment_date
            and to_char(own.date, 'MM-DD') = to_char(new.appointment_date, 'MM-DD'))
        order by own.date desc limit 1) is not true));
  if not found then return new; end if;
  if tg_op = 'INSERT' then return null; end if;
  raise exception 'appointment % would lie in a time off', new.id
    using errcode = 'exclusion_violation', constraint = 'appointments_not_in_time_off';
end $$;
