-- Text search that ignores case and accents rests on these two.
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- What two spellings of the same title have in common: no case, no accents, no doubled or outer spaces.
-- unaccent(regdictionary, text) is only marked stable because its dictionary could be changed; ours is not.
create function fold_text(value text) returns text
  language sql immutable strict parallel safe
  as $$ select btrim(regexp_replace(lower(public.unaccent('public.unaccent'::regdictionary, value)), '[^[:alnum:]]+', ' ', 'g')) $$;

create table account (
  id            uuid primary key default uuidv7(),
  email         text not null,
  name          text not null,
  password_hash text,
  role          text not null default 'PROVIDER' check (role in ('ADMIN', 'ARTIST', 'PROVIDER')),
  user_type     text not null default 'provider' check (user_type in ('provider', 'artist')),
  created_at    timestamptz not null default now()
);
create unique index account_email on account (lower(email));

-- Only the hash of a session's token is kept: who reads this table cannot act as anyone.
create table session (
  token_hash bytea primary key,
  account_id uuid not null references account on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index session_account on session (account_id);
