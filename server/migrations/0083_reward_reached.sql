-- Rewards that have come within reach of a fan (docs/decisions/0078): each is announced once. Locks `account` and `reward` for an instant.
create table reward_reached (
  account_id  uuid not null references account on delete cascade,
  reward_id   integer not null references reward on delete cascade,
  reached_at  timestamptz not null,
  primary key (account_id, reward_id)
);
create index reward_reached_of_reward on reward_reached (reward_id);
