-- Who answers for a business's data, as its policy names them; blank is the business's own name, address and e-mail.
alter table businesses
  add column legal_name text check (length(legal_name) <= 120),
  -- '900123456-8' is a NIT, '1020304050' a cédula.
  add column legal_id text check (legal_id ~ '^[0-9]{6,10}$' or legal_id ~ '^[0-9]{6,10}-[0-9]$'),
  add column legal_address text check (length(legal_address) <= 500),
  add column legal_email text check (length(legal_email) <= 254);

-- Each text of a business's policy that somebody could agree to. Consents name one as 'v3-' and the first half of its hash.
-- Written once and not changed.
create table business_policies (
  business_id bigint not null references businesses,
  version integer not null check (version > 0),
  -- SHA-256 of the text, hexadecimal.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  sections jsonb not null check (jsonb_typeof(sections) = 'array'),
  since timestamptz not null,
  primary key (business_id, version)
);
create function keep_policies() returns trigger language plpgsql as $$
begin
  raise exception 'what people agreed to is not changed' using errcode = 'insufficient_privilege';
end $$;
create trigger business_policies_stay before update on business_policies
  for each row execute function keep_policies();
