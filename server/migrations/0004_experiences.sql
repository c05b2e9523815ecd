create table campaign (
  id                integer generated always as identity primary key,
  pretty_id         text not null unique check (pretty_id ~ '[^0-9]'),
  song_id           integer not null references song,
  name              text not null,
  name_folded       text not null generated always as (fold_text(name)) stored,
  description       text not null default '',
  promo_image_id    text references image,
  type              text not null default 'GENERATIVE' check (type in ('GENERATIVE', 'FIXED_IMAGE', 'RANDOM')),
  max_nfts          integer not null default 0 check (max_nfts >= 0),          -- 0: unlimited
  cost_cents        integer not null default 0 check (cost_cents >= 0),        -- USD
  reward_points     integer not null default 1 check (reward_points >= 0),
  is_public_mintable boolean not null default true,
  reward_level      integer,
  network           text not null default 'LINEA',
  contract_address  text,
  contract_network  text,
  nft_id            text,
  nft_hash          text,
  nft_network       text,
  is_active         boolean not null default false,
  participants      integer not null default 0,  -- places taken
  activated_at      timestamptz,
  last_batch_sent_at timestamptz,
  created_at        timestamptz not null default now(),
  deleted_at        timestamptz
);
create index campaign_newest on campaign (created_at desc, id desc) where deleted_at is null;
create index campaign_of_song on campaign (song_id, is_active desc, created_at desc) where deleted_at is null;

create table component (
  id             integer generated always as identity primary key,
  campaign_id    integer not null references campaign on delete cascade,
  name           text not null,
  slot_number    smallint not null check (slot_number between 1 and 9),
  component_type text not null default 'IMAGE' check (component_type in ('IMAGE', 'QR_CODE', 'PRESELECTED')),
  anchor_point   text not null default 'TOP_LEFT' check (anchor_point in ('TOP_LEFT', 'TOP_RIGHT', 'BOTTOM_LEFT', 'BOTTOM_RIGHT')),
  layer_level    smallint not null check (layer_level between 1 and 9),
  rarity         smallint not null check (rarity between 1 and 99),
  width          smallint not null default 900 check (width between 160 and 900),
  offset_x       smallint not null default 0 check (offset_x between 0 and 900),
  offset_y       smallint not null default 0 check (offset_y between 0 and 900),
  image_id       text references image,
  max_permitted  integer not null default 0 check (max_permitted >= 0),        -- 0: unlimited
  qr_code_link   text,
  qr_code_width  smallint,
  secure_link    boolean not null default true,
  fg_color       text,
  bg_color       text
);
create index component_of_campaign on component (campaign_id, slot_number, id);

-- id is also the token's id in the campaign's collection.
create table participant (
  id                   bigint generated always as identity,
  campaign_id          integer not null references campaign,
  name                 text not null,
  nft_id               text,
  rendered_image_id    text references image,
  traits               jsonb not null default '[]',   -- [{ slot_number, component }]
  total_rarity_score   smallint,
  owner_wallet_address text not null,
  created_at           timestamptz not null default now(),
  minted_at            timestamptz,
  primary key (campaign_id, id)
);
create index participant_newest on participant (campaign_id, created_at desc, id desc);
create index participant_by_rarity on participant (campaign_id, coalesce(total_rarity_score, -1) desc, id desc);
create index participant_of_wallet on participant (lower(owner_wallet_address), created_at desc);
