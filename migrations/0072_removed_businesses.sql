-- A change of the page is noted for a business that is there: the rows of a business that is removed may go in one
-- transaction with it.
create or replace function note_page_change() returns trigger language plpgsql as $$
begin
  insert into page_changes (business_id, changed_at)
  select id, now() from businesses where id = (coalesce(to_jsonb(new), to_jsonb(old)) ->> tg_argv[0])::bigint
  on conflict (business_id) do update set changed_at = excluded.changed_at
    where page_changes.changed_at < excluded.changed_at;
  return null;
end $$;
