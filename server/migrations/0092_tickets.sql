-- Tickets and door links (docs/decisions/0082). Adding the columns takes an instant: defaults are constants.
create table door_link (
  id          bigint generated always as identity primary key,
  reward_id   integer not null references reward on delete cascade,
  label       text not null,
  secret_hash bytea not null unique,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  revoked_at  timestamptz
);
create index door_link_of_reward on door_link (reward_id, id);

-- One ticket of each claim on a TICKET level. Doors look codes up by their hash; fans see them decrypted.
create table ticket (
  claim_id    bigint primary key references reward_claim on delete cascade,
  code_hash   bytea not null unique,
  code_sealed bytea not null,
  created_at  timestamptz not null,
  admitted_at timestamptz,
  door_id     bigint references door_link on delete set null,
  attempt     text,                            -- of the admission, so that its repeat gets the same response
  check ((admitted_at is null) = (attempt is null))
);
create index ticket_of_door on ticket (door_id) where door_id is not null;

-- What a level asks: [{ label, kind, choices, is_required }]. Levels never change, so an answer names its question by position.
alter table reward add column questions jsonb not null default '[]';
-- The answers with their questions, encrypted; null without any, and once the claim is decided.
alter table reward_claim add column answers_sealed bytea;
