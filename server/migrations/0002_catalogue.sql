-- An image as it was taken in: the original's content hash, its size, and what a page needs before it has loaded.
create table image (
  id          text primary key,               -- sha-256 of the original, hex
  storage_key text not null,
  width       integer not null check (width > 0),
  height      integer not null check (height > 0),
  thumbhash   text not null,                  -- base64
  ambient     text not null,                  -- #rrggbb, guarded: see on_ambient
  on_ambient  text not null,                  -- ink or paper, at least 5.5:1 on ambient
  created_at  timestamptz not null default now()
);

-- Derived pictures, made when first asked for (or ahead by a job) and kept.
create table image_variant (
  image_id    text not null references image on delete cascade,
  width       integer not null,
  format      text not null check (format in ('avif', 'webp', 'jpeg')),
  storage_key text not null,
  primary key (image_id, width, format)
);

create table artist (
  id              integer generated always as identity primary key,
  artist_clean_id text not null unique check (artist_clean_id ~ '[^0-9]'),
  name            text not null,
  name_folded     text not null generated always as (fold_text(name)) stored,
  metadata        jsonb not null default '{}',
  image_id        text references image,
  owner_id        uuid references account,
  created_at      timestamptz not null default now()
);
create index artist_owner on artist (owner_id);

-- id is the catalogue number that the pages print; pretty_id is the name in links.
create table song (
  id               integer generated always as identity primary key,
  pretty_id        text not null unique check (pretty_id ~ '[^0-9]'),
  artist_id        integer not null references artist,
  artist           text not null,             -- as credited on the release
  name             text not null,
  name_folded      text not null generated always as (fold_text(name)) stored,
  artist_folded    text not null generated always as (fold_text(artist)) stored,
  nickname         text,
  iswc             text,
  duration         integer not null default 0 check (duration >= 0),   -- seconds; the audio's, once there is audio
  description      text not null default '',
  image_id         text references image,
  audio_key        text,
  audio_bytes      integer,
  peaks            bytea,                     -- loudest sample of each of 400 equal stretches, 0 to 255
  status           text not null default 'DRAFT'
                   check (status in ('DRAFT', 'IN_REVIEW', 'ACTIVE', 'REJECTED', 'HIDDEN', 'DELETED')),
  featured_at      timestamptz,
  plays            bigint not null default 0, -- folded from play_tally by a job
  nft_id           text,
  nft_hash         text,
  nft_network      text,
  nft_confirmed    boolean not null default false,
  contract_address text,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now()
);
create index song_newest on song (created_at desc, id desc) where status = 'ACTIVE';
create index song_by_name on song (name collate "unicode", id) where status = 'ACTIVE';
create index song_by_artist on song (artist, created_at desc, id desc) where status = 'ACTIVE';
create index song_of_artist on song (artist_id, created_at desc, id desc);
create index song_featured on song (featured_at desc, id desc) where status = 'ACTIVE' and featured_at is not null;

create table song_tag    (song_id integer not null references song on delete cascade, id integer generated always as identity, position smallint not null, tag text not null, genre boolean not null default true, primary key (song_id, id));
create table song_album  (song_id integer not null references song on delete cascade, id integer generated always as identity, position smallint not null, name text not null, track_number integer not null, release_date date, isrc text, languages text[] not null default '{}', primary key (song_id, id));
create table song_credit (song_id integer not null references song on delete cascade, position smallint not null, role text not null, value text not null, primary key (song_id, position));
create table song_date   (song_id integer not null references song on delete cascade, position smallint not null, date_type text not null, date date not null, primary key (song_id, position));
-- Splits in basis points: 10000 is the whole.
create table song_owner  (song_id integer not null references song on delete cascade, position smallint not null, name text not null, ownership_points integer not null check (ownership_points between 0 and 10000), royalty_points integer not null default 0 check (royalty_points between 0 and 10000), primary key (song_id, position));
create table song_dsp    (song_id integer not null references song on delete cascade, position smallint not null, dsp text not null, link text not null, primary key (song_id, position));
create table song_lyric  (song_id integer primary key references song on delete cascade, lyric text not null);
create table audio_footprint (song_id integer not null references song on delete cascade, position smallint not null, footprint text not null, acoustid_id text, primary key (song_id, position));

-- Every play that was started, by month, so that a month is dropped or moved away in one step.
create table play (
  id          uuid not null,                  -- v7: its time is the play's start
  song_id     integer not null,
  listener    bytea not null,                 -- hash of the user, else of visitor id and network prefix
  account_id  uuid,
  visitor     text,
  sharer      text,
  started_at  timestamptz not null,
  counted_at  timestamptz,
  heard       real,                           -- seconds, as far as they were believed
  primary key (song_id, started_at, id)
) partition by range (started_at);
create table play_rest partition of play default;

-- When a listener was last counted for a song; the row is what makes two requests at one instant count once.
create table listener (
  song_id         integer not null,
  listener        bytea not null,
  last_counted_at timestamptz not null,
  primary key (song_id, listener)
);

-- Counted plays on their way into song.plays: appended without a shared lock, folded and deleted by a job.
create table play_tally (
  song_id integer not null,
  plays   integer not null
);

-- How many songs are public, kept in 16 rows so that publishing does not queue on one of them.
create table catalogue_total (shard smallint primary key, songs bigint not null);
insert into catalogue_total select shard, 0 from generate_series(0, 15) shard;

create function count_active_songs() returns trigger language plpgsql as $$
declare
  change bigint := 0;
begin
  if tg_op in ('INSERT', 'UPDATE') then
    change := change + (select count(*) from now_there where status = 'ACTIVE');
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    change := change - (select count(*) from was_there where status = 'ACTIVE');
  end if;
  if change <> 0 then
    update catalogue_total set songs = songs + change where shard = pg_backend_pid() % 16;
  end if;
  return null;
end $$;
create trigger song_inserted after insert on song referencing new table as now_there for each statement execute function count_active_songs();
create trigger song_updated after update on song referencing old table as was_there new table as now_there for each statement execute function count_active_songs();
create trigger song_deleted after delete on song referencing old table as was_there for each statement execute function count_active_songs();
