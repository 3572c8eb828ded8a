alter table audit_log drop constraint audit_log_act_check, add constraint audit_log_act_check check (
  act in ('login', 'login_failed', 'logout', 'suspend', 'reactivate', 'grant_credits', 'approve_name', 'refuse_name',
    'set_limits', 'dismiss_reports', 'act_on_reports', 'second_factor_on', 'second_factor_off', 'recovery_code_used',
    'recovery_codes_made', 'import_business', 'passkey_added', 'passkey_removed', 'let_in_again')) not valid;
