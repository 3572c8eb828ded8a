alter table audit_log validate constraint audit_log_act_check;
