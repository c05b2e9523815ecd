-- Charts of the last 28 days, and the tags that a search finds. Counted plays wait while the index is built: about a second for a million
-- days of songs.
create table song_chart (
  rank      smallint primary key,
  song_id   integer not null unique references song on delete cascade,
  listeners integer not null,                 -- of each day, added up
  plays     integer not null
);
create index song_day_of_day on song_day (day) include (song_id, listeners, plays);

-- The tags of all songs. Without a unique constraint, so that writers never wait for each other: a job removes duplicate and unused tags. "songs" counts public ones, as of that job.
create table known_tag (
  folded text not null,
  name   text not null,
  songs  integer not null
);
create index known_tag_folded on known_tag (folded);
create index known_tag_words on known_tag using gin (words_of(folded));
create index known_tag_most on known_tag (songs desc, folded);
create trigger tag_words_inserted after insert on known_tag referencing new table as now_there for each statement execute function note_other_words('name');

create function note_tags() returns trigger language plpgsql as $$
begin
  insert into known_tag (folded, name, songs)
  select distinct on (found.folded) found.folded, found.tag, 0
  from (select fold_text(tag) as folded, tag, song_id, position from now_there) found
  where found.folded <> '' and not exists (select from known_tag known where known.folded = found.folded)
  order by found.folded, found.song_id, found.position;
  return null;
end $$;
create trigger tags_inserted after insert on song_tag referencing new table as now_there for each statement execute function note_tags();
create trigger tags_updated after update on song_tag referencing new table as now_there for each statement execute function note_tags();

insert into known_tag (folded, name, songs)
select distinct on (fold_text(tag)) fold_text(tag), tag, 0 from song_tag where fold_text(tag) <> '' order by fold_text(tag), song_id, position;
