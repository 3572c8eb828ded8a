-- How often each subject was counted, as JSON: [subject in hexadecimal digits, count, its end in epoch milliseconds]. Planned once,
-- and by the index: what was planned while the table was small would read the whole of it, and planning anew takes longer than reading.
create function counts_of(subjects text[], at timestamptz) returns json language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return (select json_agg(json_build_array(asked.subject, c.count, extract(epoch from c.until) * 1000))
    from unnest(subjects) asked (subject)
    cross join lateral (
      select a.count, a.until from attempts a where a.subject = decode(asked.subject, 'hex') and a.until > at offset 0) c);
end $$;
