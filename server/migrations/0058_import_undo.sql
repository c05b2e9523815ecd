-- The songs that an import added, so that it can be undone.
create table imported_song (
  account_id uuid not null,
  import_id  text not null,
  song_id    integer primary key references song on delete cascade,
  foreign key (account_id, import_id) references import (account_id, id) on delete cascade
);
create index imported_song_import on imported_song (account_id, import_id);
