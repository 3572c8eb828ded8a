-- Uploaded pictures: in the file store as {name}-{width}.webp, in several widths of which `width` is the largest.
-- A picture that no row of its business refers to is marked, and removed a day later (server/uploads/clean.ts).
create table images (
  business_id bigint not null references businesses,
  name text not null check (name ~ '^[0-9a-f]{32}$'),
  width integer not null check (width > 0),
  created_at timestamptz not null default now(),
  unused_since timestamptz default now(),
  -- Set before the files go, so that nobody takes the picture up again meanwhile.
  removed_at timestamptz,
  primary key (business_id, name)
);
create index images_unused on images (unused_since) where unused_since is not null;
