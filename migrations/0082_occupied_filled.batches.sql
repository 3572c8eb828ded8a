-- The rows that were there before the column, some at a time: nobody waits for more of them than that.
update appointments set occupied = tstzmultirange(tstzrange(starts_at, ends_at))
where ctid = any(array(select ctid from appointments where occupied is null limit 5000));
