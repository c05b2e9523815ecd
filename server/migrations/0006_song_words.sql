-- Nobody publishes while the words of what is public are written down. Readers go on.
lock table song in share row exclusive mode;

-- The words of public songs, and by the key each word's songs in the order of their age, so that a search reads as many
-- as it shows. field is n for a word of the name, a for one of the artist. Exact at every moment: the triggers below write
-- it with the song, in one transaction.
create table song_word (
  field      "char" not null check (field in ('n', 'a')),
  word       text collate "C" not null,
  created_at timestamptz not null,
  song_id    integer not null
);

create function public_words(song_id integer, created_at timestamptz, name_words tsvector, artist_words tsvector)
  returns table (field "char", word text, created_at timestamptz, song_id integer)
  language sql immutable parallel safe
  as $$
    select 'n'::"char", unnest(tsvector_to_array($3)), $2, $1
    union all select 'a'::"char", unnest(tsvector_to_array($4)), $2, $1
  $$;

insert into song_word (field, word, created_at, song_id)
select w.* from song s cross join lateral public_words(s.id, s.created_at, s.name_words, s.artist_words) w
where s.status = 'ACTIVE'
order by 1, 2, 3, 4;

alter table song_word add primary key (field, word, created_at, song_id);

-- Reading the key alone needs pages that are known to be visible to all: vacuumed for so many new rows, however many
-- there are already.
alter table song_word set (
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000,
  autovacuum_vacuum_scale_factor = 0.02
);

-- Keeps song_word, and adds to search_word what is new there. A session plans these statements once, perhaps for one
-- song, and then runs them for a hundred thousand, or the other way round: so they look each word up by the key, which
-- is right for both, and tell rows apart by sorting rather than by joining them.
create or replace function note_search_words() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off
as $$
begin
  if tg_op = 'INSERT' then
    with found as materialized (
      select w.* from now_there n cross join lateral public_words(n.id, n.created_at, n.name_words, n.artist_words) w
      where n.status = 'ACTIVE'
    ), placed as (
      insert into song_word (field, word, created_at, song_id) select field, word, created_at, song_id from found
    )
    insert into search_word (field, word, songs)
    select f.field, f.word, f.songs
    from (select case found.field when 'n' then 'name' else 'artist' end as field, found.word, count(*) as songs from found group by 1, 2) f
    where not exists (select from search_word known where known.field = f.field and known.word = f.word);
  elsif tg_op = 'DELETE' then
    delete from song_word k using (
      select w.* from was_there o cross join lateral public_words(o.id, o.created_at, o.name_words, o.artist_words) w
      where o.status = 'ACTIVE'
    ) gone
    where k.field = gone.field and k.word = gone.word and k.created_at = gone.created_at and k.song_id = gone.song_id;
  else
    delete from song_word k using (
      select w.* from (
        select id, created_at, name_words, artist_words from was_there where status = 'ACTIVE'
        except select id, created_at, name_words, artist_words from now_there where status = 'ACTIVE'
      ) o cross join lateral public_words(o.id, o.created_at, o.name_words, o.artist_words) w
    ) gone
    where k.field = gone.field and k.word = gone.word and k.created_at = gone.created_at and k.song_id = gone.song_id;
    with found as materialized (
      select w.* from (
        select id, created_at, name_words, artist_words from now_there where status = 'ACTIVE'
        except select id, created_at, name_words, artist_words from was_there where status = 'ACTIVE'
      ) n cross join lateral public_words(n.id, n.created_at, n.name_words, n.artist_words) w
    ), placed as (
      insert into song_word (field, word, created_at, song_id) select field, word, created_at, song_id from found
    )
    insert into search_word (field, word, songs)
    select f.field, f.word, f.songs
    from (select case found.field when 'n' then 'name' else 'artist' end as field, found.word, count(*) as songs from found group by 1, 2) f
    where not exists (select from search_word known where known.field = f.field and known.word = f.word);
  end if;
  return null;
end $$;
alter function note_search_words() rename to keep_song_words;
create trigger song_words_deleted after delete on song referencing old table as was_there for each statement execute function keep_song_words();
