-- Who takes an import back, which may be another person than who brought it; null of one that a process of the version before began to take
-- back.
alter table client_imports add column undone_by bigint references users;
