-- Pictures of a business that is being brought here: their files are written before its transaction ends, and go if it never does.
create table arriving_pictures (
  name text primary key check (name ~ '^[0-9a-f]{32}$'),
  width integer not null check (width > 0),
  is_private boolean not null,
  at timestamptz not null
);
