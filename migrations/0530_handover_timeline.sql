-- A standby that takes over has been running since before: its start says nothing of what the lost leader did last. Its timeline
-- does, which each promotion counts on. Rows of before, and of older processes, get it too, or none.
alter table handovers add column timeline text;
alter table handovers alter column timeline set default left(pg_walfile_name(pg_current_wal_lsn()), 8);
