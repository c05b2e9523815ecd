-- Where a publisher's share goes: their own account with the provider.
create table payout_account (
  account_id  uuid not null references account on delete cascade,
  provider    text not null check (provider in ('STRIPE', 'SANDBOX')),
  external_id text not null,
  is_ready    boolean not null default false,   -- as the provider said last: it may be paid to
  created_at  timestamptz not null,
  checked_at  timestamptz not null,
  primary key (account_id, provider),
  unique (provider, external_id)
);

-- What is to be paid, once for each order. Amounts are US cents and never change after the order.
create table payment (
  id                  uuid primary key,
  kind                text not null check (kind in ('PARTICIPATION', 'SUBSCRIPTION')),
  reference           text not null,
  account_id          uuid references account on delete set null,
  payee_id            uuid references account on delete set null,
  title               text not null,
  amount_cents        integer not null check (amount_cents > 0),
  platform_fee_cents  integer not null check (platform_fee_cents between 0 and amount_cents),
  provider_fee_cents  integer,                  -- once the provider has told it
  provider            text not null check (provider in ('STRIPE', 'SANDBOX')),
  destination         text,                     -- the payee's account with the provider, where the rest goes to
  ways_back           bytea,                    -- sealed: they carry the order's one-time code; gone once the checkout is open
  session_id          text,
  intent_id           text,
  url                 text,
  state               text not null check (state in ('OPENING', 'OPEN', 'PAID', 'EXPIRED', 'REFUNDING', 'REFUNDED')),
  problem             text check (problem in ('AMOUNT_DIFFERS', 'DISPUTED', 'REFUND_FAILED', 'UNKNOWN_TO_PROVIDER')),
  refund_reason       text,
  refund_attempt      integer not null default 1,
  created_at          timestamptz not null,
  expires_at          timestamptz not null,
  checked_at          timestamptz not null,     -- when the provider was last asked
  paid_at             timestamptz,
  refund_asked_at     timestamptz,
  refunded_at         timestamptz,
  unique (kind, reference)
);
create unique index payment_session on payment (provider, session_id) where session_id is not null;
create index payment_intent on payment (provider, intent_id) where intent_id is not null;
create index payment_unsettled on payment (checked_at) where state in ('OPENING', 'OPEN', 'REFUNDING');
create index payment_newest on payment (created_at desc, id);
create index payment_of_account on payment (account_id, created_at desc) where account_id is not null;
create index payment_of_payee on payment (payee_id, created_at desc) where payee_id is not null;

-- What the provider told us of by itself; each is carried out once. Of what it sent only what has nothing of a card or a person.
create table payment_event (
  id          bigint generated always as identity primary key,
  provider    text not null,
  event_id    text not null,
  type        text not null,
  told        jsonb not null,
  created_at  timestamptz not null,             -- by the provider's clock
  received_at timestamptz not null,
  done_at     timestamptz,
  unique (provider, event_id)
);
create index payment_event_waiting on payment_event (received_at) where done_at is null;

-- Each comparison of the payments with the provider.
create table payment_reconciliation (
  id          integer generated always as identity primary key,
  provider    text not null,
  compared    integer not null,
  repaired    integer not null,
  strangers   jsonb not null,                   -- checkouts that the provider took money for and nobody here knows
  started_at  timestamptz not null,
  finished_at timestamptz not null
);

-- The card provider of a preview: what a real one keeps on its own machines.
create table sandbox_checkout (
  id             text primary key,
  payment_id     uuid not null unique,
  title          text not null,
  amount_cents   integer not null,
  ways_back      bytea not null,
  status         text not null check (status in ('OPEN', 'PAID', 'CLOSED')),
  declined       integer not null default 0,
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  paid_at        timestamptz,
  refunded_at    timestamptz
);
create index sandbox_checkout_newest on sandbox_checkout (created_at);

create table sandbox_payout_account (
  id         text primary key,
  is_ready   boolean not null default false,
  created_at timestamptz not null
);
