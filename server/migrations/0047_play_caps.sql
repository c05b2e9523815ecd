-- Anonymous listeners of a song by network and day (UTC). Each call that adds one locks the row, so concurrent calls on several nodes stay below the cap.
create table play_network (
  song_id   integer not null,
  day       date not null,
  network   text not null,                    -- /24 of IPv4, /48 of IPv6
  listeners integer not null,
  primary key (song_id, day, network)
);

-- A network's plays beyond its cap, decided by an administrator as one.
create table play_hold (
  id            bigint generated always as identity primary key,
  song_id       integer not null references song on delete cascade,
  day           date not null,
  network       text not null,
  state         text not null default 'PENDING' check (state in ('PENDING', 'RELEASED', 'REFUSED')),
  plays         integer not null,
  listeners     integer not null,
  first_held_at timestamptz not null,
  last_held_at  timestamptz not null,
  decided_at    timestamptz,
  decided_by    uuid references account on delete set null,
  unique (song_id, day, network)
);
create index play_hold_pending on play_hold (first_held_at, id) where state = 'PENDING';
create index play_hold_network on play_hold (network) where state = 'PENDING';

-- Plays on hold: not counted in `play`. Released ones are counted as of `held_at` and leave this table.
create table held_play (
  play_id    uuid primary key,
  hold_id    bigint not null references play_hold on delete cascade,
  song_id    integer not null,
  started_at timestamptz not null,
  listener   bytea not null,
  held_at    timestamptz not null,
  heard      real not null,
  is_new     boolean not null,                -- the listener's first of the song on this day
  is_shared  boolean not null                 -- another's link brought the listener
);
create index held_play_of_hold on held_play (hold_id);

alter table listener
  add column ranked_on date,                  -- the last day on which play_network included this listener
  add column held_on   date;                  -- the last day on which this listener was beyond the cap
