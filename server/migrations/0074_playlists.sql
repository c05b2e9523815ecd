-- Playlists and likes (docs/decisions/0072). Locks `account`, `song`, `restriction` and `report` for an instant.

create table playlist (
  id           integer generated always as identity primary key,
  -- In addresses: random, so that an unlisted playlist is known only to people with its link.
  public_id    text not null unique check (public_id ~ '^[A-Za-z0-9_-]{16}$'),
  account_id   uuid not null references account on delete cascade,
  name         text not null,
  description  text not null default '',
  is_public    boolean not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null
);
create index playlist_of_account on playlist (account_id, updated_at, id);

-- A song is in a playlist once, so adding it twice is harmless and its id names its row. Songs stay while they are not public.
create table playlist_song (
  playlist_id  integer not null references playlist on delete cascade,
  song_id      integer not null references song on delete cascade,
  position     integer not null,
  added_at     timestamptz not null,
  primary key (playlist_id, song_id)
);
create index playlist_song_in_order on playlist_song (playlist_id, position, song_id);
create index playlist_song_of_song on playlist_song (song_id);

create table song_like (
  account_id   uuid not null references account on delete cascade,
  song_id      integer not null references song on delete cascade,
  created_at   timestamptz not null,
  primary key (account_id, song_id)
);
create index song_like_by_time on song_like (account_id, created_at, song_id);
create index song_like_of_song on song_like (song_id);

-- Playlists are reported and restricted by their random id. Albums are allowed as well, so that the order of these migrations does not matter.
alter table restriction drop constraint restriction_kind_check;
alter table restriction add constraint restriction_kind_check
  check (kind in ('wrap', 'artist', 'album', 'playlist', 'experience', 'artwork', 'account'));
alter table report drop constraint report_kind_check;
alter table report add constraint report_kind_check
  check (kind in ('wrap', 'artist', 'album', 'playlist', 'experience', 'artwork'));
