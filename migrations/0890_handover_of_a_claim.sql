-- What an earlier attempt left behind, for the statement that claims a message. It is asked once the row is locked, and sees what was
-- committed until then, where that statement's own snapshot may be older.
create function handover_of(of_business bigint, of_message bigint, out noted_at timestamptz, out restarted boolean)
language plpgsql volatile as $$
begin
  select h.at, h.at < pg_postmaster_start_time()
      or coalesce(h.timeline <> left(pg_walfile_name(pg_current_wal_lsn()), 8), false)
  into noted_at, restarted
  from handovers h where h.business_id = of_business and h.message_id = of_message;
end $$;
