-- Appointments that are brought along as a file, by the tables of 0440. While one is at work its states have names of their
-- own, so that a process of the version before, which knows of clients alone, leaves it.
alter table client_imports
  add column kind text not null default 'clients' check (kind in ('clients', 'appointments')),
  -- What the file's services and professionals are, and what else was chosen.
  add column agenda jsonb,
  drop constraint client_imports_state_check,
  add constraint client_imports_state_check
    check (state in ('draft', 'running', 'stopped', 'done', 'undoing', 'undone', 'booking', 'unbooking'));
create unique index client_imports_working on client_imports (business_id)
  where state in ('running', 'undoing', 'booking', 'unbooking');
drop index client_imports_at_work;
-- One file may be a list of both.
create unique index client_imports_drafts_of_kind on client_imports (business_id, kind, file_hash) where state = 'draft';
drop index client_imports_drafts;

alter table client_import_rows
  add column appointment_id bigint,
  -- That of the appointment after the import.
  add column appointment_version integer,
  -- Whether the row made its card.
  add column made_card boolean not null default false;

-- Where an appointment comes from: a tag, for now 'import' alone.
alter table appointments
  add column source text,
  add constraint appointments_source check (source ~ '^[a-z]{1,20}$') not valid;
