-- Answers of the geocoder, kept as its rules ask: the same address is not asked for again for 30 days.
create table geocodes (
  query text primary key,
  places jsonb not null,
  at timestamptz not null
);

-- One question a second for the whole installation, however many processes it has.
create table geocoder_turns (
  geocoder text primary key,
  next_at timestamptz not null
);
