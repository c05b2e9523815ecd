-- Endpoints of publishers that receive events, signed as Standard Webhooks 1.0 describes.
create table webhook_endpoint (
  id               uuid primary key default uuidv7(),
  account_id       uuid not null references account (id) on delete cascade,
  url              text not null,
  events           text[] not null,
  secret_sealed    bytea not null,
  -- Signs beside the new secret until its receiver has been updated.
  previous_sealed  bytea,
  previous_until   timestamptz,
  created_at       timestamptz not null,
  -- When deliveries were given up, or the receiver answered 410. Null while events are sent.
  disabled_at      timestamptz
);
create index webhook_endpoint_account on webhook_endpoint (account_id);

-- An event, as it is sent to every endpoint.
create table webhook_message (
  id          uuid primary key default uuidv7(),
  account_id  uuid not null references account (id) on delete cascade,
  type        text not null,
  payload     jsonb not null,
  created_at  timestamptz not null
);
create index webhook_message_account on webhook_message (account_id);
create index webhook_message_created on webhook_message (created_at);

create table webhook_delivery (
  id                 uuid primary key default uuidv7(),
  endpoint_id        uuid not null references webhook_endpoint (id) on delete cascade,
  message_id         uuid not null references webhook_message (id) on delete cascade,
  state              text not null check (state in ('PENDING', 'DELIVERED', 'FAILED')),
  attempts           integer not null default 0,
  created_at         timestamptz not null,
  last_attempted_at  timestamptz,
  next_attempt_at    timestamptz,
  -- The response of the last attempt, or why there was none.
  status             integer,
  problem            text,
  unique (endpoint_id, message_id)
);
create index webhook_delivery_endpoint on webhook_delivery (endpoint_id, created_at desc, id desc);
create index webhook_delivery_message on webhook_delivery (message_id);
