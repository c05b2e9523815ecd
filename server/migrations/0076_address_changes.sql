-- Changes of the addresses of accounts (docs/decisions/0073). The table is new; its foreign key locks `account` against writes for a moment.
create table address_change (
  id           uuid primary key default uuidv7(),
  account_id   uuid not null references account on delete cascade,
  former       text,                 -- null: the account had no address
  email        text not null,
  code_hash    bytea not null unique,
  undo_hash    bytea unique,         -- from the confirmation on, if there was a former address
  requested_at timestamptz not null,
  expires_at   timestamptz not null, -- of the link that confirms it, then of the link that undoes it
  confirmed_at timestamptz,
  undone_at    timestamptz
);
-- A new request replaces the pending one.
create unique index address_change_pending on address_change (account_id) where confirmed_at is null;
create index address_change_of_account on address_change (account_id, id);
create index address_change_expiry on address_change (expires_at);
