-- The words of every script. Nothing is rewritten here: texts whose words change are read again by the job "read-words", in batches, after the
-- migration. Older nodes go on with fold_text and words_of, which stay as they are.

-- What belongs to a word, for brackets of a regular expression: letters, marks and numbers (L, M and N of Unicode 16, with the unassigned code
-- points between them), because [:alnum:] lacks viramas, tone marks and most digits and depends on the locale.
create function word_characters() returns text language sql immutable parallel safe
  as $$ select '0-9A-Za-z'
    || '\u00aa\u00b2-\u00b3\u00b5\u00b9-\u00ba\u00bc-\u00be\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02c1\u02c6-\u02d1\u02e0-\u02e4\u02ec\u02ee\u0300-\u0374'
    || '\u0376-\u037d\u037f\u0386\u0388-\u03f5\u03f7-\u0481\u0483-\u0559\u0560-\u0588\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7-\u05f2\u0610-\u061a'
    || '\u0620-\u0669\u066e-\u06d3\u06d5-\u06dc\u06df-\u06e8\u06ea-\u06fc\u06ff\u0710-\u07f5\u07fa-\u07fd\u0800-\u082d\u0840-\u085b\u0860-\u0887\u0889-\u088f'
    || '\u0897-\u08e1\u08e3-\u0963\u0966-\u096f\u0971-\u09f1\u09f4-\u09f9\u09fc\u09fe-\u0a75\u0a81-\u0aef\u0af9-\u0b6f\u0b71-\u0bf2\u0c00-\u0c6f\u0c78-\u0c7e'
    || '\u0c80-\u0c83\u0c85-\u0d4e\u0d54-\u0d78\u0d7a-\u0df3\u0e01-\u0e3a\u0e40-\u0e4e\u0e50-\u0e59\u0e81-\u0f00\u0f18-\u0f19\u0f20-\u0f33\u0f35\u0f37\u0f39'
    || '\u0f3e-\u0f84\u0f86-\u0fbc\u0fc6\u1000-\u1049\u1050-\u109d\u10a0-\u10fa\u10fc-\u135f\u1369-\u138f\u13a0-\u13fd\u1401-\u166c\u166f-\u167f\u1681-\u169a'
    || '\u16a0-\u16ea\u16ee-\u1734\u1740-\u17d3\u17d7\u17dc-\u17f9\u180b-\u180d\u180f-\u193b\u1946-\u19da\u1a00-\u1a1b\u1a20-\u1a99\u1aa7\u1ab0-\u1b4c'
    || '\u1b50-\u1b59\u1b6b-\u1b73\u1b80-\u1bf3\u1c00-\u1c37\u1c40-\u1c7d\u1c80-\u1cbf\u1cd0-\u1cd2\u1cd4-\u1fbc\u1fbe\u1fc2-\u1fcc\u1fd0-\u1fdb\u1fe0-\u1fec'
    || '\u1ff2-\u1ffc\u2070-\u2079\u207f-\u2089\u2090-\u209c\u20d0-\u20f0\u2102\u2107\u210a-\u2113\u2115\u2119-\u211d\u2124\u2126\u2128\u212a-\u212d'
    || '\u212f-\u2139\u213c-\u213f\u2145-\u2149\u214e\u2150-\u2189\u2460-\u249b\u24ea-\u24ff\u2776-\u2793\u2c00-\u2ce4\u2ceb-\u2cf3\u2cfd\u2d00-\u2d6f'
    || '\u2d7f-\u2dff\u2e2f\u3005-\u3007\u3021-\u302f\u3031-\u3035\u3038-\u303c\u3041-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u318e\u3192-\u3195\u31a0-\u31bf'
    || '\u31f0-\u31ff\u3220-\u3229\u3248-\u324f\u3251-\u325f\u3280-\u3289\u32b1-\u32bf\u3400-\u4dbf\u4e00-\ua48c\ua4d0-\ua4fd\ua500-\ua60c\ua610-\ua672'
    || '\ua674-\ua67d\ua67f-\ua6f1\ua717-\ua71f\ua722-\ua788\ua78b-\ua827\ua82c-\ua835\ua840-\ua873\ua880-\ua8c5\ua8d0-\ua8f7\ua8fb\ua8fd-\ua92d\ua930-\ua953'
    || '\ua960-\ua9c0\ua9cf-\ua9d9\ua9e0-\uaa59\uaa60-\uaa76\uaa7a-\uaadd\uaae0-\uaaef\uaaf2-\uab5a\uab5c-\uab69\uab70-\uabea\uabec-\ud7fb\uf900-\ufb28'
    || '\ufb2a-\ufbb1\ufbd3-\ufd3d\ufd50-\ufd8f\ufd92-\ufdc7\ufdf0-\ufdfb\ufe00-\ufe0f\ufe20-\ufe2f\ufe70-\ufefc\uff10-\uff19\uff21-\uff3a\uff41-\uff5a'
    || '\uff66-\uffdc\U00010000-\U000100fa\U00010107-\U00010133\U00010140-\U00010178\U0001018a-\U0001018b\U000101fd-\U0001039d\U000103a0-\U000103cf'
    || '\U000103d1-\U00010563\U00010570-\U00010855\U00010858-\U00010876\U00010879-\U0001091b\U00010920-\U00010939\U00010940-\U00010a48\U00010a60-\U00010a7e'
    || '\U00010a80-\U00010ac7\U00010ac9-\U00010aef\U00010b00-\U00010b35\U00010b40-\U00010b91\U00010ba9-\U00010d6d\U00010d6f-\U00010d85\U00010e60-\U00010eac'
    || '\U00010eb0-\U00010ec7\U00010efa-\U00010f54\U00010f70-\U00010f85\U00010fb0-\U00011046\U00011052-\U000110ba\U000110c2\U000110d0-\U0001113f'
    || '\U00011144-\U00011173\U00011176-\U000111c4\U000111c9-\U000111cc\U000111ce-\U000111da\U000111dc\U000111e1-\U00011237\U0001123e-\U000112a8'
    || '\U000112b0-\U000113d3\U000113e1-\U0001144a\U00011450-\U00011459\U0001145e-\U000114c5\U000114c7-\U000115c0\U000115d8-\U00011640\U00011644-\U00011659'
    || '\U00011680-\U000116b8\U000116c0-\U0001173b\U00011740-\U0001183a\U000118a0-\U00011943\U00011950-\U000119e1\U000119e3-\U00011a3e\U00011a47-\U00011a99'
    || '\U00011a9d\U00011ab0-\U00011af8\U00011b60-\U00011be0\U00011bf0-\U00011c40\U00011c50-\U00011c6c\U00011c72-\U00011ef6\U00011f00-\U00011f42'
    || '\U00011f50-\U00011fd4\U00012000-\U0001246e\U00012480-\U00012ff0\U00013000-\U0001342f\U00013440-\U00016a69\U00016a70-\U00016af4\U00016b00-\U00016b36'
    || '\U00016b40-\U00016b43\U00016b50-\U00016d6c\U00016d70-\U00016e96\U00016ea0-\U00016fe1\U00016fe3-\U0001bc99\U0001bc9d-\U0001bc9e\U0001ccf0-\U0001ccf9'
    || '\U0001cf00-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244'
    || '\U0001d2c0-\U0001d2f3\U0001d360-\U0001d6c0\U0001d6c2-\U0001d6da\U0001d6dc-\U0001d6fa\U0001d6fc-\U0001d714\U0001d716-\U0001d734\U0001d736-\U0001d74e'
    || '\U0001d750-\U0001d76e\U0001d770-\U0001d788\U0001d78a-\U0001d7a8\U0001d7aa-\U0001d7c2\U0001d7c4-\U0001d7ff\U0001da00-\U0001da36\U0001da3b-\U0001da6c'
    || '\U0001da75\U0001da84\U0001da9b-\U0001e14e\U0001e290-\U0001e2f9\U0001e4d0-\U0001e5fa\U0001e6c0-\U0001e959\U0001ec71-\U0001ecab\U0001ecad-\U0001ecaf'
    || '\U0001ecb1-\U0001ed2d\U0001ed2f-\U0001eebb\U0001f100-\U0001f10c\U0001fbf0-\U0001fbf9\U00020000-\U00033479\U000e0100-\U000e01ef'
  $$;

-- A text without what does not count: accents, marks that writers of Arabic, Hebrew, Hindi and Punjabi mostly leave out, invisible characters.
create function without_optional_marks(value text) returns text language sql immutable strict parallel safe
  as $$ select regexp_replace(value, '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u093c\u0a3c\u00ad\u200c-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\u20e3\U000e0020-\U000e01ef]+', '', 'g') $$;

-- The folded form of a name: its words in lower case with single spaces between them. It replaces fold_text for names, which took viramas, tone
-- marks and most digits for signs; both are the same for Latin letters.
create function fold_name(value text) returns text language sql immutable strict parallel safe
  as $$
    select case when value ~ '^[A-Za-z0-9 ]*$' then btrim(regexp_replace(lower(value), ' +', ' ', 'g'))
    else btrim(regexp_replace(lower(public.unaccent('public.unaccent'::regdictionary, public.without_optional_marks(value))), '[^' || public.word_characters() || ']+', ' ', 'g')) end
  $$;

-- The words of a text, for what is stored and for what is typed. A chunk is what stands between spaces. Part 0 is the chunk as one word, whatever
-- signs are inside (AC/DC is acdc, we're is were, P!nk is pink), and the others what the signs separate (ac, dc). The program puts
-- U+200B between the words of scripts without spaces. A chunk of signs alone is a word as it is, punctuation
-- only in a text of signs.
create function text_parts(value text) returns table (chunk integer, part integer, word text, is_sign boolean)
  language plpgsql immutable strict parallel safe rows 10
  as $$
#variable_conflict use_column
begin
  -- Most texts are letters and spaces.
  if value ~ '^[A-Za-z0-9 ]*$' then
    return query select c.place::integer, 0, left(c.word, 60), false
      from unnest(string_to_array(lower(left(value, 20000)), ' ')) with ordinality c(word, place) where c.word <> '';
    return;
  end if;
  return query
    with visible as (
      select public.without_optional_marks(left(value, 20000)) as text
    ), chunks as (
      select c.place::integer as chunk, c.text as signs,
        case when c.text ~ ('[' || public.word_characters() || ']') then lower(public.unaccent('public.unaccent'::regdictionary, c.text)) end as folded
      from visible cross join unnest(regexp_split_to_array(visible.text, '\s+')) with ordinality c(text, place)
      where c.text ~ '[^\u200b]'
    ), read as (
      select chunk, signs, folded,
        btrim(regexp_replace(folded, '[^' || public.word_characters() || ']+', ' ', 'g')) as split,
        regexp_replace(
          regexp_replace(regexp_replace(regexp_replace(regexp_replace(folded, '(?<=[a-z])!(?=[a-z])', 'i', 'g'), '(?<=[a-z])\$|\$(?=[a-z])', 's', 'g'),
            '(?<=[a-z])@(?=[a-z])', 'a', 'g'), '(?<=[a-z])†(?=[a-z])', 't', 'g'),
          '[^' || public.word_characters() || ']+', '', 'g') as joined
      from chunks
    )
    select chunk, 0, word, is_sign
    from (
      select chunk, left(coalesce(joined, lower(signs)), 60) as word, folded is null as is_sign, bool_and(folded is null) over () as are_signs from read
    ) whole
    where word <> '' and (not is_sign or are_signs or word ~ '[^!-/:-@[-`{-~\u00a1\u00a7\u00ab\u00b6\u00b7\u00bb\u00bf\u200b\u2010-\u201f\u2022-\u2027\u3001-\u301f\u30fb\uff01-\uff0f\uff1a-\uff65]')
    union all
    select chunk, p.part::integer, left(p.word, 60), false
    from read cross join unnest(string_to_array(split, ' ')) with ordinality p(word, part) where split <> joined and p.word <> '';
end $$;

-- The words as a search index holds them. Most texts have ASCII letters alone, which is read in a tenth of the time.
create function text_words(value text) returns tsvector language sql immutable strict parallel safe
  as $$
    select case when value ~ '^[A-Za-z0-9 ]*$' then public.words_of(lower(value))
    else array_to_tsvector(array(select distinct word from public.text_parts(value))) end
  $$;

-- A regular expression for folded names that contain a typed text, also if signs separate what was typed as one word, or the other way round.
-- A hit never begins within a conjunct of consonants. Null for a text of signs.
create function name_pattern(typed text) returns text language sql immutable strict parallel safe
  as $$
    select '(?<![\u094d\u09cd\u0a4d\u0acd\u0b4d\u0c4d\u0ccd\u0d4d\u1039\u17d2])' || nullif(public.fold_name(typed), '')
      || coalesce('|(^| )' || string_agg(regexp_replace(word, '(.)(?=.)', '\1 ?', 'g'), ' ' order by chunk), '')
    from public.text_parts(typed) where part = 0 and not is_sign
  $$;

-- Whether the program has to segment a text: Thai, Lao, Burmese, Khmer, kana and Han.
create function has_no_spaces(value text) returns boolean language sql immutable strict parallel safe
  as $$ select value ~ '[\u0e01-\u0eff\u1000-\u109f\u1780-\u17d3\u3005\u3007\u3021-\u3029\u3038-\u303b\u3041-\u30ff\u31f0-\u31ff\u3400-\u9fff\ua9e0-\ua9ff\uaa60-\uaa7f\uf900-\ufaff\uff66-\uff9f\U0001b000-\U0001b16f\U00020000-\U0003347f]' $$;

-- Texts to segment. Without a unique constraint, so that writers never wait for each other.
create table text_to_segment (
  source text not null,
  row_id text not null
);

-- The job that reads this table has a schedule of its own, so the first text of many is enough to start it.
create function queue_segmentation(source text, row_id text) returns void language plpgsql as $$
begin
  if to_regnamespace('graphile_worker') is not null and not exists (select from text_to_segment) then
    perform graphile_worker.add_job('read-words', '{}'::json, max_attempts => 3);
  end if;
  insert into text_to_segment values (source, row_id);
end $$;

-- What the job has read of each table again. A row is deleted when all of its table was.
create table word_backfill (
  source   text primary key,
  last_key integer not null default 0
);
insert into word_backfill (source) values ('song'), ('artist'), ('album'), ('campaign'), ('song_credit'), ('song_lyric');

-- Words and folded names by triggers, because the job replaces them. Their older values stay until then. Only the catalogue of tables changes.
alter table song
  alter column name_folded drop expression, alter column artist_folded drop expression,
  alter column name_words drop expression, alter column artist_words drop expression;
alter table artist alter column name_folded drop expression;
alter table campaign alter column name_folded drop expression;

create function set_song_words() returns trigger language plpgsql as $$
begin
  new.name_folded := fold_name(new.name);
  new.artist_folded := fold_name(new.artist);
  new.name_words := text_words(new.name);
  new.artist_words := text_words(new.artist);
  if has_no_spaces(new.name) or has_no_spaces(new.artist) then
    perform queue_segmentation('song', new.id::text);
  end if;
  return new;
end $$;
create trigger song_words_set_on_insert before insert on song for each row execute function set_song_words();
create trigger song_words_set_on_update before update of name, artist on song for each row
  when (old.name is distinct from new.name or old.artist is distinct from new.artist) execute function set_song_words();

create function set_folded_name() returns trigger language plpgsql as $$
begin
  new.name_folded := fold_name(new.name);
  return new;
end $$;
create trigger folded_name_set before insert or update of name on artist for each row execute function set_folded_name();
create trigger folded_name_set before insert or update of name on campaign for each row execute function set_folded_name();

-- Words of other texts, if they are not those of the folded text, which the indexes of 0098 and 0101 hold.
alter table artist add column words tsvector;
alter table album add column words tsvector;
alter table campaign add column words tsvector;
alter table song_credit add column words tsvector;
alter table song_lyric add column words tsvector;
alter table known_tag add column words tsvector;
create index artist_own_words on artist using gin (words) where words is not null;
create index album_own_words on album using gin (words) where words is not null;
create index campaign_own_words on campaign using gin (words) where words is not null;
create index song_credit_own_words on song_credit using gin (words) where words is not null;
create index song_lyric_own_words on song_lyric using gin (words) where words is not null;
create index known_tag_own_words on known_tag using gin (words) where words is not null;

create function own_words(value text, segmented text) returns tsvector language sql immutable strict parallel safe
  as $$
    select case when value !~ '^[A-Za-z0-9 ]*$' then nullif(text_words(segmented), lyric_words(value)) end
  $$;

-- The trigger names the column of the text.
create function set_own_words() returns trigger language plpgsql as $$
declare
  written jsonb := to_jsonb(new);
  value text := written ->> tg_argv[0];
begin
  new.words := own_words(value, value);
  if has_no_spaces(value) then
    perform queue_segmentation(tg_table_name, coalesce(written ->> 'id', written ->> 'song_id', written ->> 'folded'));
  end if;
  return new;
end $$;
create trigger own_words_set before insert or update of name on artist for each row execute function set_own_words('name');
create trigger own_words_set before insert or update of name on album for each row execute function set_own_words('name');
create trigger own_words_set before insert or update of name on campaign for each row execute function set_own_words('name');
create trigger own_words_set before insert or update of value on song_credit for each row execute function set_own_words('value');
create trigger own_words_set before insert or update of lyric on song_lyric for each row execute function set_own_words('lyric');
create trigger own_words_set before insert or update of name on known_tag for each row execute function set_own_words('name');

-- Adds the words of a text, which the trigger names, to the dictionary that corrects typed words.
create or replace function note_other_words() returns trigger language plpgsql as $$
begin
  if tg_level = 'STATEMENT' then
    insert into search_word (field, word, songs)
    select 'other', found.word, 1
    from (select distinct unnest(tsvector_to_array(text_words(to_jsonb(n) ->> tg_argv[0]))) as word from now_there n) found
    where not exists (select from search_word known where known.field = 'other' and known.word = found.word);
  else
    insert into search_word (field, word, songs)
    select 'other', found.word, 1
    from unnest(tsvector_to_array(coalesce(new.words, text_words(to_jsonb(new) ->> tg_argv[0])))) found(word)
    where not exists (select from search_word known where known.field = 'other' and known.word = found.word);
  end if;
  return null;
end $$;
create trigger own_words_noted after update of words on artist for each row when (new.words is not null) execute function note_other_words('name');
create trigger own_words_noted after update of words on album for each row when (new.words is not null) execute function note_other_words('name');
create trigger own_words_noted after update of words on campaign for each row when (new.words is not null) execute function note_other_words('name');
create trigger own_words_noted after update of words on song_credit for each row when (new.words is not null) execute function note_other_words('value');
create trigger own_words_noted after update of words on song_lyric for each row when (new.words is not null) execute function note_other_words('lyric');
create trigger own_words_noted after update of words, name on known_tag for each row when (new.words is not null) execute function note_other_words('name');

-- Tags have no number for the progress of the job.
insert into text_to_segment (source, row_id) select distinct 'known_tag', folded from known_tag where name ~ '[^A-Za-z0-9 ]';
