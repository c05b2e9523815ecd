-- One search over wraps, artists, albums, experiences, lyrics and credits. Writes to these tables wait while their index is built: about two
-- minutes for the lyrics of a million wraps, seconds for the others.
alter table search_word drop constraint search_word_field_check;
-- 'other': words of artists, albums, experiences, lyrics and credits. Their number of songs is not counted.
alter table search_word add constraint search_word_field_check check (field in ('name', 'artist', 'other'));

-- The words of lyrics, which are longer than what words_of reads.
create function lyric_words(lyric text) returns tsvector
  language sql immutable strict parallel safe
  as $$ select array_to_tsvector(array(select distinct left(word, 60) from unnest(string_to_array(public.fold_text(left(lyric, 20000)), ' ')) word where word <> '')) $$;

create index song_text_words on song using gin ((name_words || artist_words)) where status = 'ACTIVE';
create index artist_words on artist using gin (words_of(name_folded));
create index album_words on album using gin (words_of(fold_text(name)));
create index campaign_words on campaign using gin (words_of(name_folded)) where deleted_at is null;
create index song_lyric_words on song_lyric using gin (lyric_words(lyric));
create index song_credit_words on song_credit using gin (words_of(fold_text(value)));

-- Adds the words of a column, which the trigger names, to the dictionary that corrects typed words. Duplicates are harmless.
create function note_other_words() returns trigger language plpgsql as $$
begin
  if tg_level = 'STATEMENT' then
    insert into search_word (field, word, songs)
    select 'other', found.word, 1
    from (select distinct unnest(tsvector_to_array(lyric_words(to_jsonb(n) ->> tg_argv[0]))) as word from now_there n) found
    where not exists (select from search_word known where known.field = 'other' and known.word = found.word);
  else
    insert into search_word (field, word, songs)
    select 'other', found.word, 1
    from unnest(tsvector_to_array(lyric_words(to_jsonb(new) ->> tg_argv[0]))) found(word)
    where not exists (select from search_word known where known.field = 'other' and known.word = found.word);
  end if;
  return null;
end $$;
create trigger artist_words_inserted after insert on artist referencing new table as now_there for each statement execute function note_other_words('name');
create trigger artist_words_updated after update of name on artist for each row execute function note_other_words('name');
create trigger album_words_inserted after insert on album referencing new table as now_there for each statement execute function note_other_words('name');
create trigger album_words_updated after update of name on album for each row execute function note_other_words('name');
create trigger campaign_words_inserted after insert on campaign referencing new table as now_there for each statement execute function note_other_words('name');
create trigger campaign_words_updated after update of name on campaign for each row execute function note_other_words('name');
create trigger lyric_words_inserted after insert on song_lyric referencing new table as now_there for each statement execute function note_other_words('lyric');
create trigger lyric_words_updated after update of lyric on song_lyric for each row execute function note_other_words('lyric');
create trigger credit_words_inserted after insert on song_credit referencing new table as now_there for each statement execute function note_other_words('value');

insert into search_word (field, word, songs)
select 'other', word, 1 from (
  select unnest(tsvector_to_array(words_of(name_folded))) from artist
  union select unnest(tsvector_to_array(words_of(fold_text(name)))) from album
  union select unnest(tsvector_to_array(words_of(name_folded))) from campaign
  union select unnest(tsvector_to_array(lyric_words(lyric))) from song_lyric
  union select unnest(tsvector_to_array(words_of(fold_text(value)))) from song_credit
) found (word);
