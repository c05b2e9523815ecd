-- A plan that somebody ordered: its checkout, and what the code of its confirmation page is compared with.
create table subscription_order (
  id          bigint generated always as identity primary key,
  exposed_id  text not null unique,
  code_hash   bytea not null,
  account_id  uuid references account on delete set null,
  plan        text not null check (plan in ('PREMIUM_MONTHLY', 'PREMIUM_YEARLY')),
  price_cents integer not null check (price_cents > 0),
  language    text not null,
  -- OPEN: being paid for. REFUSED: paid, and paid back because it could not be given.
  state       text not null check (state in ('OPEN', 'FULFILLED', 'EXPIRED', 'REFUSED', 'REFUNDED')),
  created_at  timestamptz not null,
  expires_at  timestamptz not null
);
-- One checkout at a time for each account, so that nobody pays for two plans.
create unique index subscription_order_open on subscription_order (account_id) where state = 'OPEN';
create index subscription_order_of_account on subscription_order (account_id, created_at desc);

-- What was ordered, beside what was given by an administrator.
alter table subscription
  add column order_id   bigint unique references subscription_order,
  -- What it is paid for as from its next period on; null: it ends with this one.
  add column renews_as  text check (renews_as in ('PREMIUM_MONTHLY', 'PREMIUM_YEARLY')),
  add column is_unpaid  boolean not null default false,   -- the provider tries in vain to be paid for the next period
  -- Until when it gives what it is paid for: expires_at, and some days more where it is to be renewed.
  add column kept_until timestamptz,
  add column ended_at   timestamptz,                      -- the provider asks for no more money
  add column price_cents integer,                         -- of the period that is paid
  add column next_price_cents integer;                    -- of the next one, as its provider was told
update subscription set kept_until = expires_at;
alter table subscription alter column kept_until set not null;
create index subscription_kept on subscription (account_id, kept_until desc);
drop index subscription_account;
