-- The changes that an import makes to existing wraps, as cells of its format: only of the columns that differ. A job applies them, and an
-- undo restores what they replaced. Deleted with their import after 30 days.
create table import_change (
  account_id uuid not null,
  import_id  text not null,
  line       integer not null,
  song_id    integer not null references song on delete cascade,
  state      text not null default 'PENDING' check (state in ('PENDING', 'APPLIED', 'REFUSED', 'RESTORED')),
  before     jsonb not null,
  after      jsonb not null,
  problems   jsonb not null default '[]',         -- why it was refused
  primary key (account_id, import_id, line),
  foreign key (account_id, import_id) references import (account_id, id) on delete cascade
);
create index import_change_of_song on import_change (song_id);
