-- The master of a wrap: the file that its publisher uploaded, and the state of the mp3 that is encoded from it.
-- Creating the foreign key waits for writes to `song` for a moment.
create table song_master (
  song_id integer primary key references song (id) on delete cascade,
  file_key text not null,
  file_name text not null,
  format text not null check (format in ('WAV', 'AIFF', 'FLAC', 'M4A', 'AAC', 'OGG')),
  bytes bigint not null,
  -- Seconds, as the file states them.
  duration double precision not null,
  sample_rate integer not null,
  channels integer not null,
  state text not null check (state in ('ENCODING', 'ENCODED', 'KEPT', 'FAILED')),
  -- For the publisher; only if FAILED.
  problem text,
  uploaded_at timestamptz not null,
  encoded_at timestamptz
);

-- For the collection of files.
create index song_master_file_key on song_master (file_key);
