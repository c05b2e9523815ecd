-- The token (wNFT) of a wrap, from when it was first asked for. What everybody sees of it is in the columns of its song.
create table wrap_token (
  song_id      integer primary key references song on delete cascade,
  account_id   uuid references account on delete set null,   -- who had it issued: it counts against that account's plan
  network      text not null,
  state        text not null check (state in ('FIXING', 'MINTING', 'MINTED', 'FAILED')),  -- FIXING: on its way to IPFS
  attempt      integer not null default 1,
  owner        text not null,                                -- lower case
  in_custody   boolean not null,                             -- the owner is the operator, for whoever had no wallet
  use_ipfs     boolean not null,
  metadata_cid text,
  pinned_at    timestamptz,                                  -- when a node of IPFS took the metadata over
  problem      text,
  asked_at     timestamptz not null,
  ended_at     timestamptz
);
create index wrap_token_of_account on wrap_token (account_id) where state <> 'FAILED';
