-- When a song came into the catalogue. created_at is when it became public, by which lists order it; what a plan allows in
-- a month is counted by this. Songs from before have none: their created_at stands for it.
alter table song add column added_at timestamptz;
create index song_added_by on song (created_by, (coalesce(added_at, created_at))) where created_by is not null;

-- How many songs of an artist are in which state, told by the index alone.
create index song_states_of_artist on song (artist_id, status);

-- What waits because of a song.
create index audio_match_open_with on audio_match (other_song_id) where decided_at is null;
