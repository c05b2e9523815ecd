alter table account
  alter column email drop not null,           -- a streaming service may know somebody by no verified address
  add column language text not null default 'en' check (language in ('en', 'es')),
  add column mfa_enabled boolean not null default false,
  add column verified_at timestamptz;         -- since when the e-mail address is proved to be its owner's
update account set verified_at = created_at;

-- A sign-up before its address is proved: the account begins, with the same id, when the link of the mail is opened.
create table registration (
  id            uuid primary key default uuidv7(),
  email         text not null,
  name          text not null,
  password_hash text not null,
  language      text not null,
  code_hash     bytea not null,
  created_at    timestamptz not null,
  expires_at    timestamptz not null,
  mailed_at     timestamptz                   -- null: no mail was sent for it (yet)
);
-- How many mails an address was sent lately.
create index registration_email on registration (lower(email), mailed_at);
create index registration_expires_at on registration (expires_at);

-- The code by which somebody takes over an account that was created for them. Kept once it is used: a repeat of the
-- call answers the same.
create table account_claim (
  account_id uuid primary key references account on delete cascade,
  code_hash  bytea not null,
  expires_at timestamptz not null,
  claimed_at timestamptz
);

-- Artists that are handed to an account's owner with the claim.
create table claim_artist (
  account_id uuid not null references account_claim on delete cascade,
  artist_id  integer not null references artist on delete cascade,
  primary key (account_id, artist_id)
);
create index claim_artist_artist on claim_artist (artist_id);

create table password_reset (
  code_hash  bytea primary key,
  account_id uuid not null references account on delete cascade,
  expires_at timestamptz not null
);
create index password_reset_account on password_reset (account_id);
create index password_reset_expires_at on password_reset (expires_at);

-- A log-in between the password and the code. Six digits could be searched back from a plain hash, so theirs is keyed.
create table mfa_challenge (
  token_hash bytea primary key,
  account_id uuid not null references account on delete cascade,
  code_mark  bytea not null,
  tries      smallint not null default 0,
  expires_at timestamptz not null
);
create index mfa_challenge_account on mfa_challenge (account_id);
create index mfa_challenge_expires_at on mfa_challenge (expires_at);

alter table session
  add column id uuid not null unique default uuidv7(),       -- tells it to its owner
  add column authenticated_at timestamptz not null default now(),
  add column last_used_at timestamptz not null default now(),
  add column user_agent text not null default '',
  add column network text not null default '',
  add column fingerprint text,
  add column device text;                                    -- null: a browser; else what it was handed to

create table session_exchange (
  code_hash  bytea primary key,
  session_id uuid not null references session (id) on delete cascade,
  expires_at timestamptz not null
);
create index session_exchange_session on session_exchange (session_id);
create index session_exchange_expires_at on session_exchange (expires_at);

-- The secret is kept twice: as a hash, to be compared, and sealed, to be shown to its owner again.
create table api_key (
  account_id    uuid primary key references account on delete cascade,
  key_id        text not null unique,
  secret_hash   bytea not null,
  secret_sealed bytea not null,
  created_at    timestamptz not null
);

create table social_login (
  network    text not null,
  subject    text not null,                   -- the person's id at the network
  account_id uuid not null references account on delete cascade,
  email      text,                            -- as the network told it, verified or not
  created_at timestamptz not null,
  used_at    timestamptz not null,
  primary key (network, subject)
);
create index social_login_account on social_login (account_id);

-- A log-in by a network under way: begun in one browser, which alone may complete it.
create table social_attempt (
  state_hash   bytea primary key,
  network      text not null,
  browser_hash bytea not null,
  sealed       bytea not null,                -- what the network's answer is checked with
  language     text not null,
  expires_at   timestamptz not null,
  token_hash   bytea unique                   -- what the callback page was given, once the network has answered
);
create index social_attempt_expires_at on social_attempt (expires_at);

-- What Apple gave a listener to be asked with on their behalf. The token is kept sealed; its mark tells a repeat.
create table apple_music_link (
  account_id   uuid primary key references account on delete cascade,
  token_sealed bytea not null,
  token_mark   bytea not null,
  linked_at    timestamptz not null
);

-- Codes of the sandbox streaming service that were used. A code carries everything else itself, sealed.
create table sandbox_code (
  code_hash  bytea primary key,
  expires_at timestamptz not null
);
create index sandbox_code_expires_at on sandbox_code (expires_at);

-- What matters to the security of an account. It outlives the account; who it was is then not told any more.
create table security_event (
  id         uuid primary key default uuidv7(),
  account_id uuid references account on delete set null,
  kind       text not null,
  network    text not null,
  user_agent text not null,
  detail     jsonb not null default '{}',
  at         timestamptz not null
);
create index security_event_account on security_event (account_id, at desc);
create index security_event_at on security_event (at);

-- Mails of a preview, which leave this machine by no other way.
create table outbox (
  id       uuid primary key default uuidv7(),
  to_address text not null,
  subject  text not null,
  html     text not null,
  text     text not null,
  sent_at  timestamptz not null
);
