alter table users validate constraint users_totp;
alter table administrators validate constraint administrators_totp;
alter table audit_log validate constraint audit_log_act_check;
