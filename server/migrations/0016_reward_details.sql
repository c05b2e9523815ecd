-- How a fan gets what a level promises: told to whoever claims it, and to nobody else.
alter table reward add column details text;

-- Plays that were counted under the old tally stand in song_day already, so they go into their songs alone.
with taken as (delete from song_tally returning song_id, plays),
  summed as (select song_id, sum(plays) as plays from taken group by song_id)
update song s set plays = s.plays + summed.plays from summed where s.id = summed.song_id;
