-- Albums are objects of an artist. Their tracks are the rows of song_album, whose name and release_date remain for nodes of the previous
-- version. Locks song_album until its rows have an album: some seconds for 100,000 tracks.
create table album (
  id           integer generated always as identity primary key,
  pretty_id    text not null unique check (pretty_id ~ '[^0-9]'),
  artist_id    integer not null references artist on delete cascade,
  name         text not null,
  release_date date,
  type         text not null default 'ALBUM' check (type in ('SINGLE', 'EP', 'ALBUM')),
  image_id     text references image,
  created_at   timestamptz not null default now(),
  edited_at    timestamptz                    -- null until the publisher edits it: until then it exists through its tracks only
);
-- An expression, so that changing a name does not wait for transactions that only refer to the album.
create unique index album_of_artist on album (artist_id, name, coalesce(release_date, 'infinity'));
create index album_image on album (image_id) where image_id is not null;

alter table song_album add column album_id integer references album on delete cascade;
alter table artist add column links jsonb not null default '[]';

-- Creates an album under the first free slug. Returns the existing one if a concurrent transaction was faster: locking the artist lets
-- transactions that create the same albums wait for each other.
create function create_album(of_artist integer, album_name text, released date) returns integer language plpgsql as $$
declare
  slug text := left(replace(fold_text(album_name), ' ', '-'), 80);
  album_id integer;
begin
  perform from artist where id = of_artist for no key update;
  if slug !~ '[^0-9]' then
    slug := rtrim('album-' || slug, '-');
  end if;
  for attempt in 1 .. 25 loop
    select id into album_id from album
    where artist_id = of_artist and name = album_name and coalesce(release_date, 'infinity') = coalesce(released, 'infinity');
    if found then
      return album_id;
    end if;
    insert into album (pretty_id, artist_id, name, release_date)
    values (
      case when attempt = 1 then slug when attempt <= 5 then slug || '-' || attempt
      else slug || '-' || substr(md5(gen_random_uuid()::text), 1, 6) end,
      of_artist, album_name, released)
    on conflict do nothing returning id into album_id;
    if found then
      return album_id;
    end if;
  end loop;
  raise exception 'no free slug was found for the album %', album_name;
end $$;

-- Names the album of a track that only has a name and a release date, as wraps, imports and nodes of the previous version write it. Without
-- a date, that is the artist's album of this name.
create function assign_album() returns trigger language plpgsql as $$
declare
  of_artist integer;
  named record;
begin
  select artist_id into of_artist from song where id = new.song_id;
  select id, release_date into named from album
  where artist_id = of_artist and name = new.name and (new.release_date is null or release_date = new.release_date)
  order by release_date nulls first limit 1 for key share;
  if found then
    new.album_id := named.id;
    new.release_date := named.release_date;
  else
    new.album_id := create_album(of_artist, new.name, new.release_date);
  end if;
  return new;
end $$;

select create_album(artist_id, name, release_date) from (
  select s.artist_id, t.name, t.release_date from song_album t join song s on s.id = t.song_id
  group by s.artist_id, t.name, t.release_date order by min(s.id), t.name, t.release_date
) existing;
update song_album t set album_id = a.id
from song s, album a
where s.id = t.song_id and a.artist_id = s.artist_id and a.name = t.name
  and coalesce(a.release_date, 'infinity') = coalesce(t.release_date, 'infinity');

create index song_album_of_album on song_album (album_id, track_number, song_id);
create trigger song_album_assigned before insert on song_album for each row
  when (new.album_id is null) execute function assign_album();
