-- Points of listeners: entries are only ever added, each under a key that makes it happen once.
create table point_entry (
  account_id uuid not null references account on delete cascade,
  song_id    integer not null,                -- no reference: each entry would lock the song's row, which all of them share
  key        text not null,                   -- 'listen <stream id>', 'share <visitor>', 'claim <id>' …
  kind       text not null check (kind in ('LISTEN', 'SHARE', 'PARTICIPATION', 'CLAIM', 'REVERSAL')),
  points     integer not null check (points <> 0),
  created_at timestamptz not null,
  primary key (account_id, song_id, key)
);
create index point_entry_of_account on point_entry (account_id, created_at desc);

-- What is left to spend; always the sum of the entries. Its row is locked by whoever adds one.
create table point_balance (
  account_id     uuid not null references account on delete cascade,
  song_id        integer not null,
  points         integer not null check (points >= 0),
  last_listen_at timestamptz,                 -- when a listen last earned a point
  primary key (account_id, song_id)
);

-- Points by day and account, so that a day's limits are held without counting entries.
create table point_day (
  account_id uuid not null references account on delete cascade,
  day        date not null,                   -- UTC
  kind       text not null,
  entries    integer not null,
  primary key (account_id, day, kind)
);

-- What happened to a song on a day (UTC), for its publisher.
create table song_day (
  song_id   integer not null references song on delete cascade,
  day       date not null,
  plays     integer not null default 0,
  listeners integer not null default 0,       -- different ones on this day
  points    integer not null default 0,       -- earned, not yet spent or reversed
  shares    integer not null default 0,       -- listens that a shared link brought
  primary key (song_id, day)
);

insert into song_day (song_id, day, plays, listeners)
select song_id, (started_at at time zone 'UTC')::date, count(*), count(distinct listener)
from play where counted_at is not null group by 1, 2;

-- As play_tally before it, for everything that is counted by day: appended without a shared lock, folded by a job.
alter table play_tally rename to song_tally;
alter table song_tally
  add column day date not null default (now() at time zone 'UTC')::date,
  add column listeners integer not null default 0,
  add column points integer not null default 0,
  add column shares integer not null default 0;
alter table song_tally alter column plays set default 0;
