-- Dates that are a year, or a year and month: their first day is stored, and how many characters of it count (4, 7 or 10). Nodes of the
-- previous version read and write days. Writes to album wait while its index is built.
alter table song_date add column date_digits smallint not null default 10;
alter table song_album add column release_digits smallint not null default 10;
alter table album add column release_digits smallint not null default 10;
drop index album_of_artist;
create unique index album_of_artist on album (artist_id, name, coalesce(release_date, 'infinity'), release_digits);

-- As create_album of 0059, with the digits of the date.
create function create_album(of_artist integer, album_name text, released date, digits smallint) returns integer language plpgsql as $$
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
    where artist_id = of_artist and name = album_name and coalesce(release_date, 'infinity') = coalesce(released, 'infinity')
      and release_digits = digits;
    if found then
      return album_id;
    end if;
    insert into album (pretty_id, artist_id, name, release_date, release_digits)
    values (
      case when attempt = 1 then slug when attempt <= 5 then slug || '-' || attempt
      else slug || '-' || substr(md5(gen_random_uuid()::text), 1, 6) end,
      of_artist, album_name, released, digits)
    on conflict do nothing returning id into album_id;
    if found then
      return album_id;
    end if;
  end loop;
  raise exception 'no free slug was found for the album %', album_name;
end $$;

create or replace function create_album(of_artist integer, album_name text, released date) returns integer language sql as $$
  select create_album(of_artist, album_name, released, 10::smallint)
$$;

-- A track without a date is of the album of its name, unless several have that name: then of the one without a date.
create or replace function assign_album() returns trigger language plpgsql as $$
declare
  of_artist integer;
  named record;
begin
  select artist_id into of_artist from song where id = new.song_id;
  select id, release_date, release_digits into named from album al
  where artist_id = of_artist and name = new.name and case
    when new.release_date is not null then release_date = new.release_date and release_digits = new.release_digits
    else release_date is null or 1 = (
      select count(*) from album o where o.artist_id = of_artist and o.name = new.name
        and (o.edited_at is not null or exists (select from song_album t where t.album_id = o.id)))
    end
  order by release_date nulls first limit 1 for key share;
  if found then
    new.album_id := named.id;
    new.release_date := named.release_date;
    new.release_digits := named.release_digits;
  else
    new.album_id := create_album(of_artist, new.name, new.release_date, new.release_digits);
  end if;
  return new;
end $$;
