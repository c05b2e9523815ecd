-- Followers and notifications (docs/decisions/0084). Locks `artist`, `account`, `song`, `campaign` and `reward_claim` for an instant.

-- `shares_address_since`: the fan agreed that this artist may export their address; null without consent.
create table artist_follow (
  artist_id            integer not null references artist on delete cascade,
  account_id           uuid not null references account on delete cascade,
  created_at           timestamptz not null,
  shares_address_since timestamptz,
  primary key (artist_id, account_id)
);
create index artist_follow_of_account on artist_follow (account_id, created_at desc, artist_id desc);
create index artist_follow_sharing on artist_follow (artist_id, account_id) where shares_address_since is not null;

-- What followers of an artist are notified of; once for each wrap or experience. A job works through the followers and keeps its place
-- in `last_account_id`.
create table announcement (
  id              bigint generated always as identity primary key,
  kind            text not null check (kind in ('WRAP', 'EXPERIENCE', 'ALMOST_SOLD_OUT')),
  artist_id       integer not null references artist on delete cascade,
  song_id         integer not null references song on delete cascade,
  campaign_id     integer references campaign on delete cascade,
  created_at      timestamptz not null,
  last_account_id uuid,
  finished_at     timestamptz,
  check ((kind = 'WRAP') = (campaign_id is null))
);
create unique index announcement_of_song on announcement (song_id) where kind = 'WRAP';
create unique index announcement_of_campaign on announcement (campaign_id, kind) where campaign_id is not null;
create index announcement_of_artist on announcement (artist_id, created_at);
create index announcement_by_time on announcement (created_at) where kind = 'WRAP';

-- Wraps that were public before are not new when they are listed again.
insert into announcement (kind, artist_id, song_id, created_at, finished_at)
select 'WRAP', artist_id, id, created_at, created_at from song where status in ('ACTIVE', 'HIDDEN', 'RESTRICTED');

-- `event` names what happened, so that a repeated job adds nothing.
create table notification (
  id              bigint generated always as identity primary key,
  account_id      uuid not null references account on delete cascade,
  kind            text not null check (kind in ('WRAP', 'EXPERIENCE', 'ALMOST_SOLD_OUT', 'ARTWORK', 'CLAIM')),
  event           text not null,
  announcement_id bigint references announcement on delete cascade,
  campaign_id     integer,
  participant_id  bigint,
  claim_id        bigint references reward_claim on delete cascade,
  claim_state     text,
  created_at      timestamptz not null,
  read_at         timestamptz,
  unique (account_id, event),
  foreign key (campaign_id, participant_id) references participant on delete cascade
);
create index notification_of_account on notification (account_id, id desc);
create index notification_unread on notification (account_id, id desc) where read_at is null;
create index notification_by_time on notification (created_at);
create index notification_of_announcement on notification (announcement_id) where announcement_id is not null;
create index notification_of_participant on notification (campaign_id, participant_id) where participant_id is not null;
create index notification_of_claim on notification (claim_id) where claim_id is not null;
