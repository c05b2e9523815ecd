-- Publishers search the names of their wraps, public or not, also misspelt: all names of an artist are read from this index alone.
create index song_own_names on song (artist_id, created_at desc, id desc) include (name_folded, status) where status <> 'DELETED';
