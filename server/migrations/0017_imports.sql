-- Artists that an import handed over to their own account, so that the same file does not make them again.
create table imported_artist (
  account_id uuid not null references account on delete cascade,   -- whose import it was
  artist_id  integer not null references artist on delete cascade,
  primary key (account_id, artist_id)
);
create index imported_artist_artist on imported_artist (artist_id);
