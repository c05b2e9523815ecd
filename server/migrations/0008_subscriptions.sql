-- Plans that were paid for, the free plan being the absence of one.
create table subscription (
  id          integer generated always as identity primary key,
  account_id  uuid not null references account on delete cascade,
  plan        text not null check (plan in ('PREMIUM_MONTHLY', 'PREMIUM_YEARLY')),
  expires_at  timestamptz not null,
  is_canceled boolean not null default false,
  created_at  timestamptz not null default now()
);
create index subscription_account on subscription (account_id, expires_at desc);
