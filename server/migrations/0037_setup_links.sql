-- One-time links that create the first administrator. Only the hash of a link's code is stored.
create table setup_link (
  code_hash  bytea primary key,
  expires_at timestamptz not null
);
