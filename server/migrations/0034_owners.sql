-- When the token was first seen in other hands than those that it was minted to. From then on owner_wallet_address is whoever has it.
alter table participant add column moved_at timestamptz;

-- The block of each network up to which it is known where the tokens of experiences are.
create table owners_followed (
  network text primary key,
  block   bigint not null
);
