alter table appointments validate constraint appointments_chosen_by_check;
-- When a professional was last chosen.
create index appointments_assigned on appointments (business_id, professional_id, created_at) where chosen_by = 'system';
