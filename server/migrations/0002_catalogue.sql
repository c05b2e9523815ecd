-- Tells how far two spellings are apart.
create extension if not exists fuzzystrmatch;

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

-- The words of a folded text as a search index holds them: no stems, no stop words, no positions.
create function words_of(folded text) returns tsvector
  language sql immutable strict parallel safe
  as $$ select array_to_tsvector(array(select distinct left(word, 60) from unnest(string_to_array(left(folded, 1000), ' ')) word where word <> '')) $$;

-- id is the catalogue number that the pages print; pretty_id is the name in links.
create table song (
  id               integer generated always as identity primary key,
  pretty_id        text not null unique check (pretty_id ~ '[^0-9]'),
  artist_id        integer not null references artist,
  artist           text not null,             -- as credited on the release
  name             text not null,
  name_folded      text not null generated always as (fold_text(name)) stored,
  artist_folded    text not null generated always as (fold_text(artist)) stored,
  name_words       tsvector not null generated always as (words_of(fold_text(name))) stored,
  artist_words     tsvector not null generated always as (words_of(fold_text(artist))) stored,
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
) with (fillfactor = 90);                     -- room for the counter of plays to be rewritten in place
create index song_newest on song (created_at desc, id desc) where status = 'ACTIVE';
create index song_by_name on song (name collate "unicode", id) where status = 'ACTIVE';
create index song_by_artist on song (artist, created_at desc, id desc) where status = 'ACTIVE';
create index song_of_artist on song (artist_id, created_at desc, id desc);
create index song_by_title on song (name_folded, created_at desc, id desc) where status = 'ACTIVE';
create index song_name_words on song using gin (name_words) where status = 'ACTIVE';
create index song_artist_words on song using gin (artist_words) where status = 'ACTIVE';
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

-- A word with one letter left out, in every way.
create function without_a_letter(word text) returns setof text
  language sql immutable strict parallel safe
  as $$ select left(word, i - 1) || substr(word, i + 1) from generate_series(1, length(word)) i $$;

-- What a word has in common with its misspellings. Two words that turn equal when each loses at most one of its first
-- eight letters share a form marked $ (which covers a letter too many, one missing, one wrong, and two swapped); of
-- long words also those that turn equal when each loses two of the first seven, marked #. Written as loops, which take
-- a small part of the time of a query.
create function spelling_forms(word text) returns text[]
  language plpgsql immutable strict parallel safe
  as $body$
declare
  head text := left(word, 8);
  forms text[] := array[head || '$'];
begin
  for i in 1 .. length(head) loop
    forms := forms || (left(head, i - 1) || substr(head, i + 1) || '$');
  end loop;
  if length(word) >= 7 then
    head := left(word, 7);
    for i in 1 .. 6 loop
      for j in i + 1 .. 7 loop
        forms := forms || (left(head, i - 1) || substr(head, i + 1, j - i - 1) || substr(head, j + 1) || '#');
      end loop;
    end loop;
  end if;
  return forms;
end $body$;

-- The same for a word that is still being typed and can only be compared with beginnings.
create function beginning_forms(word text) returns text[]
  language plpgsql immutable strict parallel safe
  as $body$
declare
  forms text[] := '{}';
begin
  for size in 4 .. least(7, length(word) - 1) loop
    forms := forms || left(word, size);
    for i in 1 .. size loop
      forms := forms || (left(word, i - 1) || substr(word, i + 1, size - i));
    end loop;
  end loop;
  return forms;
end $body$;

-- The distinct words of public songs, against which a search corrects what was typed. Neither unique nor ever locked:
-- a word that stands here twice, or that no song has any more, does no harm. "songs" is an estimate, which only
-- chooses between ways to the same answer; a job counts it afresh.
create table search_word (
  field text not null check (field in ('name', 'artist')),
  word  text collate "C" not null,
  songs integer not null
);
create index search_word_found on search_word (field, word);
create index search_word_spelling on search_word using gin (spelling_forms(word));
create index search_word_beginning on search_word using gin (beginning_forms(word));
-- Statistics of the forms would cost more than all else that is analysed, and nothing is planned by them.
alter index search_word_spelling alter column 1 set statistics 0;
alter index search_word_beginning alter column 1 set statistics 0;

create function note_search_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into search_word (field, word, songs)
    select found.field, found.word, count(*)
    from now_there n
    cross join lateral (
      select 'name' as field, unnest(tsvector_to_array(n.name_words)) as word
      union all select 'artist', unnest(tsvector_to_array(n.artist_words))
    ) found
    where n.status = 'ACTIVE'
      and not exists (select from search_word known where known.field = found.field and known.word = found.word)
    group by found.field, found.word;
  else
    insert into search_word (field, word, songs)
    select found.field, found.word, count(*)
    from now_there n
    join was_there w on w.id = n.id
    cross join lateral (
      select 'name' as field, unnest(tsvector_to_array(n.name_words)) as word
      union all select 'artist', unnest(tsvector_to_array(n.artist_words))
    ) found
    where n.status = 'ACTIVE'
      and (w.status <> 'ACTIVE' or w.name_folded <> n.name_folded or w.artist_folded <> n.artist_folded)
      and not exists (select from search_word known where known.field = found.field and known.word = found.word)
    group by found.field, found.word;
  end if;
  return null;
end $$;
create trigger song_words_inserted after insert on song referencing new table as now_there for each statement execute function note_search_words();
create trigger song_words_updated after update on song referencing old table as was_there new table as now_there for each statement execute function note_search_words();

-- Makes the partition of a month unless it is there; plays of that month that had to go to the rest are moved into it.
create function make_play_partition(month date) returns void language plpgsql as $$
declare
  part text := 'play_' || to_char(month, 'YYYY_MM');
  least_time timestamptz := month::timestamp at time zone 'UTC';
  next_time timestamptz := (month + interval '1 month')::timestamp at time zone 'UTC';
begin
  perform pg_advisory_xact_lock(hashtext('make_play_partition'));
  if to_regclass(part) is not null then return; end if;
  execute format('create table %I (like play including all)', part);
  execute format('with moved as (delete from play_rest where started_at >= %L and started_at < %L returning *) insert into %I select * from moved',
    least_time, next_time, part);
  execute format('alter table play attach partition %I for values from (%L) to (%L)', part, least_time, next_time);
end $$;
select make_play_partition((date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead))::date)
from generate_series(0, 2) ahead;
