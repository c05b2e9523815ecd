-- What fans spent their points on: one claim at most of each reward.
create table reward_claim (
  id         bigint generated always as identity primary key,
  reward_id  integer not null references reward,
  song_id    integer not null,                -- no reference, as an entry's: the song's row is shared by all
  account_id uuid references account on delete set null,
  points     integer not null check (points >= 0),
  state      text not null check (state in ('REQUESTED', 'CONTACTED', 'FULFILLED', 'REJECTED')),
  reason     text,                            -- of a rejection
  created_at timestamptz not null,
  changed_at timestamptz not null,
  unique (reward_id, account_id)
);
create index reward_claim_of_account on reward_claim (account_id, created_at desc) where account_id is not null;
create index reward_claim_of_song on reward_claim (song_id, created_at desc, id desc);

-- How many fans a level is for; null is without limit. Its row is held by whoever takes one.
alter table reward
  add column stock integer check (stock > 0),
  add column claimed integer not null default 0;

-- Files that were made for holders of tokens, each with a serial of its own in its tag.
create table wrapped_download (
  serial     text primary key,
  claim_id   bigint not null references reward_claim,
  wallet     text not null,
  network    text not null,
  contract   text not null,
  token_id   bigint not null,
  created_at timestamptz not null
);
create index wrapped_download_of_claim on wrapped_download (claim_id, created_at desc);

-- Who earned points from where on a day: what tells many accounts of one person from many people.
create table point_source (
  day        date not null,                   -- UTC
  kind       text not null check (kind in ('DEVICE', 'NETWORK', 'SHARER')),
  source     bytea not null,                  -- a hash; nobody's address is kept
  who        text not null,                   -- the account that earned, or the listener that a sharer brought
  primary key (day, kind, source, who)
);

-- Points that look farmed: earned, and not added until an administrator has decided.
create table point_hold (
  id         bigint generated always as identity primary key,
  account_id uuid not null references account on delete cascade,
  song_id    integer not null,
  key        text not null,                   -- of the entry that it becomes
  kind       text not null check (kind in ('LISTEN', 'SHARE')),
  points     integer not null check (points > 0),
  reason     text not null check (reason in ('DEVICE', 'NETWORK', 'SHARER')),
  state      text not null check (state in ('PENDING', 'RELEASED', 'REFUSED')),
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references account on delete set null,
  unique (account_id, song_id, key)
);
create index point_hold_pending on point_hold (created_at, id) where state = 'PENDING';
