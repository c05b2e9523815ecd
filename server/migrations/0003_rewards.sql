create table reward (
  id                   integer generated always as identity primary key,
  song_id              integer not null references song on delete cascade,
  name                 text not null,
  description          text not null,
  reward_points_earned integer not null check (reward_points_earned > 0),
  reward_type          text not null check (reward_type in ('DAPP_ACCESS', 'TICKET', 'CREDIT', 'MERCH', 'MEET_AND_GREET',
                         'SOCIAL_MEDIA_SHOUTOUT', 'WRAPPED_MP3', 'WRAPPED_VIDEO', 'VIRUTAL_MEET_AND_GREET', 'CUSTOM')),
  instructions         jsonb not null default '{}',
  alt_id               integer,               -- the campaign a DAPP_ACCESS opens
  created_at           timestamptz not null default now(),
  deleted_at           timestamptz
);
create index reward_of_song on reward (song_id, reward_points_earned) where deleted_at is null;
