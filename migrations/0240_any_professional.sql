-- Whoever has no preference gets one of those who are free. How that one is chosen, and whether a client who named nobody
-- hears of another professional.
alter table businesses
  add column assignment text not null default 'fair' check (assignment in ('fair', 'first', 'random')),
  add column tell_new_professional boolean not null default true;

-- How many of such appointments, beside the others; 0: none by the system, but to be asked for.
alter table professionals add column weight smallint not null default 1 check (weight between 0 and 10);

-- Who chose the professional. The client, or the owner for them, unless the system did; a constant default rewrites nothing.
alter table appointments add column chosen_by text not null default 'client';
alter table appointments add constraint appointments_chosen_by_check
  check (chosen_by in ('client', 'system')) not valid;
