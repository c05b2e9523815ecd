-- Similar wraps (docs/decisions/0071). Blocks writes to `song_tag` while the index is built: about a second for a million tags.
create index song_tag_by_tag on song_tag (lower(tag), song_id desc);
