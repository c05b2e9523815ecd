-- Transfers of wNFTs from custody (docs/decisions/0068). Locks `chain_task` for as long as a constraint takes; the table is small.

-- Every transfer that a publisher requested. One is pending or done per token.
create table wrap_token_transfer (
  id           bigint generated always as identity primary key,
  song_id      integer not null references song on delete cascade,
  account_id   uuid references account on delete set null,  -- who requested it
  wallet       text not null,                               -- lower case
  state        text not null check (state in ('PENDING', 'DONE', 'FAILED')),
  problem      text,
  hash         text,                                        -- of the transaction, if the network knows it
  requested_at timestamptz not null,
  ended_at     timestamptz
);
create unique index wrap_token_transfer_once on wrap_token_transfer (song_id) where state <> 'FAILED';
create index wrap_token_transfer_of_song on wrap_token_transfer (song_id, id);
create index wrap_token_transfer_of_account on wrap_token_transfer (account_id, id) where account_id is not null;

alter table chain_task drop constraint chain_task_kind_check;
alter table chain_task add constraint chain_task_kind_check
  check (kind in ('DEPLOY', 'CREATE_COLLECTION', 'MINT_WRAP', 'REFRESH_METADATA', 'TRANSFER_WRAP'));
