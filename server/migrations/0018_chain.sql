-- What the program has put on a chain: contracts of its own, one of a kind on each network.
create table chain_contract (
  network     text not null,
  kind        text not null check (kind in ('CAMPAIGN_FACTORY', 'WRAP_TOKEN')),
  address     text not null,
  deployed_at timestamptz not null,
  primary key (network, kind)
);

-- Signed transactions, kept before they are sent: nonces are given once, and the same bytes are sent again.
create table chain_transaction (
  id           bigint generated always as identity primary key,
  network      text not null,
  sender       text not null,
  nonce        bigint not null,
  raw          bytea not null,                -- what was signed last
  hash         text not null,                 -- of raw; once mined, of what was mined
  hashes       text[] not null,               -- all that were ever signed for this nonce
  blanks       text[] not null default '{}',  -- those of them that do nothing: the nonce was given up, its work queued again
  fees         jsonb not null,                -- of raw: gas and wei as decimal texts
  status       text not null check (status in ('SIGNED', 'SENT', 'MINED', 'CONFIRMED', 'REVERTED', 'REPLACED')),
  block        bigint,
  block_hash   text,
  created_at   timestamptz not null,
  sent_at      timestamptz,                   -- when a node first answered to raw
  tried_at     timestamptz,                   -- when raw was last sent
  confirmed_at timestamptz,
  final_at     timestamptz,                   -- from then on its block is not looked at any more
  unique (network, sender, nonce)
);
create index chain_transaction_open on chain_transaction (network, nonce) where status in ('SIGNED', 'SENT', 'MINED');
create index chain_transaction_young on chain_transaction (network, block) where status = 'CONFIRMED' and final_at is null;

-- A thing to be done on a chain, once: asked for in the transaction that needs it, and worked off in order.
create table chain_task (
  id             bigint generated always as identity primary key,
  network        text not null,
  key            text not null,               -- what is to be done, so that asking twice is asking once
  kind           text not null check (kind in ('DEPLOY', 'CREATE_COLLECTION', 'MINT_WRAP')),
  payload        jsonb not null,
  state          text not null check (state in ('WAITING', 'SENT', 'DONE', 'FAILED')),
  problem        text,
  address        text,                        -- of the contract that it makes, or that holds the token; known before it is sent
  transaction_id bigint references chain_transaction,
  reverts        int not null default 0,      -- how often a node or the chain refused it and nobody could say why
  then_job       text,                        -- enqueued, with then_payload and the outcome, by whoever marks it done or failed
  then_payload   jsonb,
  told_at        timestamptz,                 -- when then_job was enqueued: once, also where a chain takes a block back
  created_at     timestamptz not null,
  unique (network, key)
);
create index chain_task_waiting on chain_task (network, id) where state in ('WAITING', 'SENT');
create index chain_task_of_transaction on chain_task (transaction_id) where transaction_id is not null;

-- Tokens of collections: by (network, collection, token_id) there is one at most, whatever happens.
create table chain_mint (
  network        text not null,
  collection     text not null,               -- lower case, as all addresses here
  token_id       bigint not null,
  owner          text not null,
  state          text not null check (state in ('WAITING', 'SENT', 'DONE', 'FAILED')),
  problem        text,
  transaction_id bigint references chain_transaction,
  reverts        int not null default 0,      -- as a task's; each halves the batch that it may be part of
  then_job       text not null,
  then_payload   jsonb not null,
  told_at        timestamptz,
  created_at     timestamptz not null,
  primary key (network, collection, token_id)
);
create index chain_mint_waiting on chain_mint (network, created_at, token_id) where state = 'WAITING';
create index chain_mint_of_transaction on chain_mint (transaction_id) where transaction_id is not null;

-- What keeps a network's work from going on, for whoever has to mend it.
create table chain_alarm (
  network   text not null,
  kind      text not null,
  message   text not null,
  since     timestamptz not null,
  ended_at  timestamptz,
  logged_at timestamptz not null,             -- the log is told once an hour, also of what comes and goes
  primary key (network, kind)
);

-- Transactions that wallets of people sent through this program to its own chain: put back after a crash.
create table local_transaction (
  hash       text primary key,
  raw        bytea not null,
  sender     text not null,
  nonce      bigint not null,
  created_at timestamptz not null
);

-- Wallets that people have proved to be theirs. A key is the same on every network; a contract's address may be somebody else's
-- contract on another, so it counts on the network that it was proved on.
create table wallet (
  address    text not null,                   -- lower case
  network    text not null default '',        -- of a contract's; empty: everywhere
  account_id uuid not null references account on delete cascade,
  linked_at  timestamptz not null,
  primary key (address, network)
);
create index wallet_of_account on wallet (account_id, linked_at);

-- Whose a wallet is on a network; null is nobody's.
create function account_of_wallet(text, text) returns uuid language sql stable parallel safe as $$
  select account_id from wallet where address = $1 and network in ('', $2) order by network limit 1
$$;

-- Messages that a wallet was asked to sign (EIP-4361), as they were written; each is used once.
create table wallet_proof (
  nonce      text primary key,
  purpose    text not null,
  subject    text not null default '',        -- what it is for, where a purpose has several: a reward, a component and a token
  account_id uuid references account on delete cascade,
  address    text not null,
  chain_id   bigint not null,
  message    text not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index wallet_proof_expires_at on wallet_proof (expires_at);
create index wallet_proof_open on wallet_proof (address, purpose, subject) where used_at is null;
create index wallet_proof_of_account on wallet_proof (account_id) where account_id is not null;
