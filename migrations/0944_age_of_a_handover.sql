-- As handover_of(), which processes of before ask: how long ago it was noted, by the clock that noted it. That of the machine that asks
-- may be seconds ahead.
create function noted_handover(of_business bigint, of_message bigint, out ms_ago bigint, out restarted boolean)
language plpgsql volatile as $$
begin
  select extract(epoch from clock_timestamp() - h.at) * 1000, h.at < pg_postmaster_start_time()
      or coalesce(h.timeline <> left(pg_walfile_name(pg_current_wal_lsn()), 8), false)
  into ms_ago, restarted
  from handovers h where h.business_id = of_business and h.message_id = of_message;
end $$;
