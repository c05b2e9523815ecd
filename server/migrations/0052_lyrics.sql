-- Synced lyrics as they were entered (LRC), beside the plain text that earlier versions read, and whether they come
-- from the tags of a recording. The language of the lyrics is a BCP 47 tag; null means the default.
alter table song_lyric
  add column synced text,
  add column from_file boolean not null default false;
alter table song add column lyrics_language text;
