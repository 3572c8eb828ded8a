-- As 0944 has it, and a database of which one process was killed began anew, too: it has recovered from its log without a new start, and
-- what was on its way then is lost. That it forgets its statistics tells every role when it was.
create or replace function noted_handover(of_business bigint, of_message bigint, out ms_ago bigint, out restarted boolean)
language plpgsql volatile as $$
begin
  select extract(epoch from clock_timestamp() - h.at) * 1000,
      h.at < greatest(pg_postmaster_start_time(), (select stats_reset from pg_stat_wal))
      or coalesce(h.timeline <> left(pg_walfile_name(pg_current_wal_lsn()), 8), false)
  into ms_ago, restarted
  from handovers h where h.business_id = of_business and h.message_id = of_message;
end $$;
