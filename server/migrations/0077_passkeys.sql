-- Passkeys (docs/decisions/0074). Both tables are new; their foreign keys lock `account` against writes for a moment.
create table passkey (
  id            uuid primary key default uuidv7(),
  account_id    uuid not null references account on delete cascade,
  credential_id text not null unique, -- base64url, as browsers send it
  public_key    bytea not null,
  counter       bigint not null,      -- of the last use; 0 for authenticators that do not count
  transports    text[] not null,
  name          text not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz
);
create index passkey_of_account on passkey (account_id, id);

-- Challenges that wait for the authenticator's response. Each is deleted by the first response.
create table passkey_challenge (
  token_hash bytea primary key,
  challenge  text not null,
  session_id uuid,                    -- of the session that registers a passkey; null for a login
  account_id uuid references account on delete cascade, -- null: a login with any passkey
  expires_at timestamptz not null
);
create index passkey_challenge_expiry on passkey_challenge (expires_at);
create index passkey_challenge_of_account on passkey_challenge (account_id) where account_id is not null;
