-- What is paid for again and again: how often, and what the provider said of it last.
alter table payment
  add column period          text check (period in ('MONTH', 'YEAR')),   -- null: paid once
  add column subscription_id text,                                       -- the subscription's id with the provider
  add column customer_id     text,                                       -- the payer's id with the provider
  add column paid_until      timestamptz,
  add column ended_at        timestamptz,
  add column terms_asked_at  timestamptz;                                -- what was asked before says nothing new
create index payment_subscription on payment (provider, subscription_id) where subscription_id is not null;
create index payment_due on payment (paid_until) where subscription_id is not null and ended_at is null;

-- Each bill for a period, as the provider told of it. Amounts are US cents.
create table payment_invoice (
  provider       text not null,
  external_id    text not null,
  payment_id     uuid not null references payment on delete cascade,
  number         text,
  amount_cents   integer not null,
  refunded_cents integer not null default 0,
  state          text not null check (state in ('OPEN', 'PAID', 'VOID')),
  period         text not null check (period in ('MONTH', 'YEAR')),
  period_from    timestamptz not null,
  period_until   timestamptz not null,
  created_at     timestamptz not null,
  paid_at        timestamptz,
  primary key (provider, external_id)
);
create index payment_invoice_of_payment on payment_invoice (payment_id, created_at desc);

-- The sandbox's own books: what a real provider keeps on its machines.
create table sandbox_subscription (
  id           text primary key,
  number       integer generated always as identity unique,   -- the first part of its bills' numbers
  payment_id   uuid not null unique,
  customer_id  text not null,
  title        text not null,
  amount_cents integer not null,
  period       text not null check (period in ('MONTH', 'YEAR')),
  status       text not null check (status in ('PAID', 'UNPAID', 'ENDED')),
  paid_until   timestamptz not null,
  -- From the next period on; null: it ends with this one.
  next_title        text,
  next_amount_cents integer,
  next_period       text check (next_period in ('MONTH', 'YEAR')),
  declines     boolean not null default false,   -- the card is declined next time
  declined     integer not null default 0,       -- how often it was for the open bill
  created_at   timestamptz not null
);
create index sandbox_subscription_of_customer on sandbox_subscription (customer_id, created_at desc);
create table sandbox_invoice (
  id              text primary key,
  subscription_id text not null references sandbox_subscription,
  number          text not null unique,
  title           text not null,
  amount_cents    integer not null,
  status          text not null check (status in ('OPEN', 'PAID', 'VOID')),
  refunded_cents  integer not null default 0,
  period          text not null check (period in ('MONTH', 'YEAR')),
  period_from     timestamptz not null,
  period_until    timestamptz not null,
  created_at      timestamptz not null,
  paid_at         timestamptz
);
create index sandbox_invoice_newest on sandbox_invoice (subscription_id, created_at desc);
alter table sandbox_checkout
  add column period      text check (period in ('MONTH', 'YEAR')),
  add column customer_id text;
