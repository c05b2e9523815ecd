-- Processes that run jobs. A row whose beaten_at is too old belongs to a dead process: another worker deletes it and releases its jobs.
create table worker_heartbeat (
  id            uuid primary key,
  host          text not null,
  pid           integer not null,
  roles         text[] not null,
  -- The application_name of its database sessions.
  session_name  text not null,
  -- The names under which it locks jobs (graphile_worker._private_jobs.locked_by).
  queue_workers text[] not null default '{}',
  started_at    timestamptz not null default clock_timestamp(),
  beaten_at     timestamptz not null default clock_timestamp()
);

-- The last heartbeat of all workers whose rows were deleted. Has one row.
create table worker_last_seen (
  is_only_row boolean primary key default true check (is_only_row),
  seen_at     timestamptz not null default clock_timestamp()
);

insert into worker_last_seen default values;
