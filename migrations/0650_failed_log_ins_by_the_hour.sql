-- Wrong tries at the administrators' door are counted in one row an hour: those at one administrator, and all at e-mails of nobody.
-- Strangers can thus not fill the audit. Rows of before have no count.
create unique index audit_log_failed on audit_log (coalesce(administrator_id, 0), date_trunc('hour', at at time zone 'UTC'))
  where act = 'login_failed' and detail ? 'tries';
