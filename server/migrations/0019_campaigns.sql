alter table campaign
  add column created_by uuid references account on delete set null,
  add column state text not null default 'DRAFT' check (state in ('DRAFT', 'ACTIVATING', 'ACTIVE', 'COMPLETED')),
  add column activation_problem text,
  add column activations integer not null default 0, -- how often it was asked for: what is told of an earlier one is too late
  add column closed_at timestamptz,
  add column seed text not null default encode(sha256(convert_to(gen_random_uuid()::text, 'utf8')), 'hex'),
  add column taken integer not null default 0;      -- places taken or reserved; participants are those that are drawn
update campaign set state = case when is_active then 'ACTIVE' when contract_address is not null then 'COMPLETED' else 'DRAFT' end,
  taken = participants, created_by = (select a.owner_id from song s join artist a on a.id = s.artist_id where s.id = campaign.song_id);

-- A list of wallets that get a place without taking part themselves: a batch of the publisher's.
create table mint_batch (
  id           integer generated always as identity primary key,
  campaign_id  integer not null references campaign,
  created_by   uuid references account on delete set null,
  places       integer not null,
  created_at   timestamptz not null,
  finished_at  timestamptz,
  mailed_at    timestamptz
);
create index mint_batch_of_campaign on mint_batch (campaign_id, created_at desc);

-- An order for a place. Paid ones wait for their payment; free ones take the same way without it.
create table participation (
  id           bigint generated always as identity primary key,
  exposed_id   text not null unique,
  code_hash    bytea not null,                -- of the one-time code that its owner confirms it with
  campaign_id  integer not null references campaign,
  account_id   uuid references account on delete set null,
  wallet       text not null,                 -- lower case; bound when the place is reserved
  state        text not null check (state in ('RESERVED', 'AWAITING_PAYMENT', 'NEEDS_MATERIAL', 'FULFILLED', 'EXPIRED', 'REFUNDED')),
  total_cents  integer not null check (total_cents >= 0),
  fee_cents    integer not null default 0 check (fee_cents between 0 and total_cents), -- of it, by the plan when it was ordered
  payee_id     uuid references account on delete set null,  -- whose wrap it was when it was ordered
  batch_id     integer references mint_batch,
  batch_line   integer,
  created_at   timestamptz not null,
  expires_at   timestamptz,                   -- of the reserved place; null where it is kept for good
  failed_by    text,                          -- the code that tells its owner why it came to nothing
  completed_at timestamptz,
  unique (batch_id, batch_line)
);
create index participation_of_account on participation (account_id, created_at desc) where account_id is not null;
create index participation_open on participation (expires_at, id) where state in ('RESERVED', 'AWAITING_PAYMENT', 'NEEDS_MATERIAL');
create index participation_of_wallet on participation (campaign_id, wallet);
create index participation_of_batch on participation (batch_id) where batch_id is not null;

-- Photos that a participant gave, one for each component that asks for one.
create table participation_photo (
  participation_id bigint not null references participation on delete cascade,
  slot_number      smallint not null,
  component_id     integer not null references component,
  image_id         text not null references image,
  primary key (participation_id, component_id)
);

-- What was drawn is kept with what it was drawn by, so that every picture can be made again, byte for byte.
alter table participant
  add column participation_id bigint,
  add column seed text,
  add column algorithm smallint,
  add column signature text,
  add column drawn jsonb,                     -- component ids in the order of their slots (places, for RANDOM)
  add column rendered_at timestamptz,
  add column state text not null default 'MINTED' check (state in ('DRAWN', 'RENDERED', 'MINTING', 'MINTED', 'FAILED')),
  add column problem text,
  add column render_failures smallint not null default 0;
create unique index participant_of_participation on participant (campaign_id, participation_id) where participation_id is not null;
create unique index participant_signature on participant (campaign_id, signature) where signature is not null;
create unique index participant_number on participant (id);
create index participant_failed on participant (campaign_id, id) where state = 'FAILED';

-- How often each component was drawn, counted in the transaction that draws.
alter table component add column drawn integer not null default 0;
alter table component add column created_at timestamptz not null default now();
