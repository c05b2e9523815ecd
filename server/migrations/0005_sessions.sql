-- Sessions that have expired are thrown away.
create index session_expires_at on session (expires_at);

-- Tries to log in that were not (yet) a success, by what was typed as the username, whether there is such an account
-- or not, and by the network they came from; the row of all networks together has an empty one. The username is only
-- kept as a hash: people type their passwords into the wrong field.
create table login_try (
  username_hash bytea not null,
  network       text not null,
  tries         int not null,
  last_at       timestamptz not null,
  -- Until then no further try is looked at.
  waits_until   timestamptz not null,
  -- The owner logged in from here, so strangers' guesses elsewhere must not keep them out.
  succeeded_at  timestamptz,
  primary key (username_hash, network)
);
create index login_try_last_at on login_try (last_at);
