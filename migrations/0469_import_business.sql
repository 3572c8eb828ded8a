-- What administrators did, with the businesses that they bring (0452), after the acts of 0460.
alter table audit_log drop constraint audit_log_act_check;
alter table audit_log add constraint audit_log_act_check
  check (act in ('login', 'login_failed', 'logout', 'suspend', 'reactivate', 'grant_credits',
    'approve_name', 'refuse_name', 'set_limits', 'dismiss_reports', 'act_on_reports',
    'second_factor_on', 'second_factor_off', 'recovery_code_used', 'recovery_codes_made', 'import_business')) not valid;
alter table audit_log validate constraint audit_log_act_check;
