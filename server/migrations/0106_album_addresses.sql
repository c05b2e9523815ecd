-- Albums take their address from the program, which knows the names of signs. Nodes of previous versions go on calling create_album without
-- one. Existing addresses stay.
create function create_album(of_artist integer, album_name text, released date, digits smallint, slug text) returns integer
language plpgsql as $$
declare
  album_id integer;
begin
  perform from artist where id = of_artist for no key update;
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

create or replace function create_album(of_artist integer, album_name text, released date, digits smallint) returns integer
language plpgsql as $$
declare
  slug text := left(replace(fold_text(album_name), ' ', '-'), 80);
begin
  if slug !~ '[^0-9]' then
    slug := rtrim('album-' || slug, '-');
  end if;
  return create_album(of_artist, album_name, released, digits, slug);
end $$;

-- Returns the album of a track that only has a name and a release date; creates it if it is missing. Without a date, that is the album of
-- this name, unless several have it: then the one without a date.
create function album_of_track(of_artist integer, album_name text, released date, digits smallint, slug text default null) returns album
language plpgsql as $$
declare
  named album;
  created integer;
begin
  select * into named from album al
  where artist_id = of_artist and name = album_name and case
    when released is not null then release_date = released and release_digits = digits
    else release_date is null or 1 = (
      select count(*) from album o where o.artist_id = of_artist and o.name = album_name
        and (o.edited_at is not null or exists (select from song_album t where t.album_id = o.id)))
    end
  order by release_date nulls first limit 1 for key share;
  if not found then
    created := case
      when slug is null then create_album(of_artist, album_name, released, digits)
      else create_album(of_artist, album_name, released, digits, slug) end;
    select * into named from album where id = created;
  end if;
  return named;
end $$;

create or replace function assign_album() returns trigger language plpgsql as $$
declare
  named album := album_of_track(
    (select artist_id from song where id = new.song_id), new.name, new.release_date, new.release_digits);
begin
  new.album_id := named.id;
  new.release_date := named.release_date;
  new.release_digits := named.release_digits;
  return new;
end $$;
