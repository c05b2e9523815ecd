-- Calls that were answered, so that a repeat with the same key answers the same and does nothing.
create table answered_call (
  account_id  uuid not null references account on delete cascade,
  call        text not null,                  -- method and path
  key         text not null,                  -- Idempotency-Key, as the caller chose it
  fingerprint bytea not null,                 -- of what was sent
  answer      jsonb not null,
  created_at  timestamptz not null,
  primary key (account_id, call, key)
);
create index answered_call_created_at on answered_call (created_at);

-- What a listing went through: when it was handed in, when it was first public, why it was sent back.
alter table song
  add column created_by uuid references account on delete set null,
  add column submitted_at timestamptz,
  add column listed_at timestamptz,
  add column rejection text,
  add column deleted_at timestamptz,
  add column points bigint not null default 0,           -- earned by listeners; folded from song_tally by a job
  add column incoming_audio_key text;                    -- waits to be measured, or for a reviewer; then becomes audio_key
update song s set created_by = a.owner_id,
  listed_at = case when s.status in ('ACTIVE', 'HIDDEN') then s.created_at end,
  submitted_at = case when s.status in ('ACTIVE', 'HIDDEN', 'IN_REVIEW') then s.created_at end
from artist a where a.id = s.artist_id;
create index song_created_by on song (created_by, created_at) where created_by is not null;
create index song_incoming_audio on song (incoming_audio_key) where incoming_audio_key is not null;
create index song_audio on song (audio_key) where audio_key is not null;
create index song_in_review on song (submitted_at, id) where status = 'IN_REVIEW';

-- An audio file as it was measured; found by its content, so the same file is measured once.
create table audio_file (
  key           text primary key,             -- of the storage
  state         text not null check (state in ('MEASURING', 'READY', 'FAILED')),
  problem       text,                         -- why it failed, as the publisher reads it
  bytes         integer not null,
  duration      real not null,                -- seconds, as its frames tell until it is decoded
  bit_rate      integer not null,             -- bits per second, the mean where it varies
  variable      boolean not null default false,
  sample_rate   integer not null,
  channels      smallint not null,
  loudness      real,                         -- LUFS, integrated; null where there is nothing to hear
  peaks         bytea,
  fingerprint   text,                         -- Chromaprint's, compressed, as AcoustID takes it
  terms         integer[],                    -- of the fingerprint: what recordings that sound alike have in common
  acoustid_id   text,
  created_at    timestamptz not null,
  measured_at   timestamptz
);
create index audio_file_terms on audio_file using gin (terms) where terms is not null;

-- A recording that is already here under somebody else, until a reviewer has decided.
create table audio_match (
  song_id       integer not null references song on delete cascade,
  audio_key     text not null references audio_file (key),
  other_song_id integer not null references song on delete cascade,
  likeness      real not null check (likeness between 0 and 1),
  created_at    timestamptz not null,
  decided_at    timestamptz,
  primary key (song_id, audio_key, other_song_id)
);
create index audio_match_open on audio_match (song_id) where decided_at is null;

-- Decisions of reviewers, which stay.
create table review (
  id         integer generated always as identity primary key,
  song_id    integer not null references song on delete cascade,
  decision   text not null check (decision in ('APPROVED', 'REJECTED')),
  reason     text,
  decided_by uuid references account on delete set null,
  decided_at timestamptz not null
);
create index review_of_song on review (song_id, decided_at desc);

-- Publishers who may import in bulk.
create table import_invitation (
  account_id uuid primary key references account on delete cascade,
  invited_by uuid references account on delete set null,
  invited_at timestamptz not null
);

-- An import under way or done; id is the caller's, so that progress can be asked for before the answer is there.
create table import (
  id         text not null,
  account_id uuid not null references account on delete cascade,
  kind       text not null check (kind in ('ARTISTS', 'SONGS')),
  dry_run    boolean not null,
  state      text not null check (state in ('READING', 'RUNNING', 'DONE', 'FAILED')),
  rows_total integer,
  rows_done  integer not null default 0,
  started_at timestamptz not null,
  ended_at   timestamptz,
  primary key (account_id, id)
);
create index import_started_at on import (started_at);
