-- Backups that ended. One that was killed has no row.
create table backup_run (
  id            text primary key,
  target        text not null,
  is_scheduled  boolean not null,
  started_at    timestamptz not null,
  finished_at   timestamptz not null,
  error         text,                 -- null: the backup is complete
  rows          bigint,
  files         integer,
  bytes         bigint,               -- of all files
  added_bytes   bigint,               -- of the files that earlier backups did not have
  missing_files text[] not null default '{}'
);
create index backup_run_finished_at on backup_run (finished_at desc);

-- Holds mails, payments and chain transactions of a restored site. Has one row while they are held.
create table quarantine (
  is_only_row boolean primary key default true check (is_only_row),
  backup_id   text not null,
  started_at  timestamptz not null default now()
);
