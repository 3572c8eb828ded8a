-- What an import of clients knows of birthdays and tags: which of day and month comes first in its dates, and the tags that it
-- made, so that taking it back removes them.
alter table client_imports
  add column birthday_order text constraint client_imports_birthday_order check (birthday_order in ('dmy', 'mdy')),
  add column made_tags jsonb not null default '[]';
