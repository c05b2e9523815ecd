-- Proves at the start of a node that it has the keys that this database was used with.
create table key_canary (
  name       text primary key,
  sealed     bytea not null,
  created_at timestamptz not null default now()
);
