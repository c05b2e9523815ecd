-- Review of changes of listed wraps (docs/decisions/0065). Locks `account` for an instant: a column without a default.

-- Since when changes of the account's listed wraps apply at once; null if administrators approve them.
alter table account add column trusted_at timestamptz;
create index account_trusted on account (id) where trusted_at is not null;

-- Changes of title, artwork and recording of listed wraps: one row each, from the request to the decision. `old_value` and `new_value` are titles,
-- ids of images or keys of recordings. They keep no file: `waiting_image_id` keeps the artwork that waits, `song.incoming_audio_key` the recording.
create table song_change (
  id               bigint generated always as identity primary key,
  song_id          integer not null references song on delete cascade,
  field            text not null check (field in ('TITLE', 'ARTWORK', 'RECORDING')),
  state            text not null check (state in ('WAITING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'REPLACED', 'APPLIED')),
  old_value        text,
  new_value        text not null,
  waiting_image_id text references image,
  -- Seconds; recordings only.
  old_duration     double precision,
  new_duration     double precision,
  reason           text,
  requested_at     timestamptz not null,
  decided_at       timestamptz,
  decided_by       uuid references account on delete set null,
  check (waiting_image_id is null or (state = 'WAITING' and field = 'ARTWORK')),
  check ((state = 'WAITING') = (decided_at is null))
);
create unique index song_change_waiting on song_change (song_id, field) where state = 'WAITING';
create index song_change_of_song on song_change (song_id, id);
create index song_change_by_state on song_change (state, requested_at, id);
create index song_change_decided_at on song_change (decided_at) where decided_at is not null;
create index song_change_decided_by on song_change (decided_by) where decided_by is not null;
create index song_change_image on song_change (waiting_image_id) where waiting_image_id is not null;
