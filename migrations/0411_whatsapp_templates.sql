-- What Meta said last of a template in a language: a row for those alone of which it said something.
create table whatsapp_templates (
  name text not null check (length(name) <= 100),
  language text not null check (length(language) <= 20),
  status text check (length(status) <= 40),
  -- Why it was refused or paused.
  reason text check (length(reason) <= 200),
  status_at timestamptz,
  category text check (length(category) <= 40),
  -- What it is to become within a day.
  next_category text check (length(next_category) <= 40),
  category_at timestamptz,
  primary key (name, language)
);
