-- The artists that an import added, so that it can be undone. The fingerprint is that of the name, description and links that it wrote.
-- Unlike imported_artist, which lists artists that imports assigned to invited people, it is deleted with the import.
create table import_artist (
  account_id  uuid not null,
  import_id   text not null,
  artist_id   integer primary key references artist on delete cascade,
  fingerprint text not null,
  foreign key (account_id, import_id) references import (account_id, id) on delete cascade
);
create index import_artist_import on import_artist (account_id, import_id);

-- Pickers search own wraps by title, credited artist and number: all of an account's are read from this index alone. It replaces the one of
-- 0054, which had no artists. Writes to song wait while it is built: about a second for 100,000 wraps.
create index song_own_texts on song (artist_id, created_at desc, id desc) include (name_folded, artist_folded, status) where status <> 'DELETED';
drop index song_own_names;

-- Administrators filter reports by problem. Writes to report wait while it is built: an instant.
create index report_by_problem on report (problem, created_at desc, id desc);
