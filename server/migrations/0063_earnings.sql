-- Payouts from publishers' accounts at the payment provider to their banks, as the provider last reported them.
create table payout (
  provider      text not null check (provider in ('STRIPE', 'SANDBOX')),
  external_id   text not null,
  -- The payout account, by its id at the provider. It is deleted with the account that owns it.
  destination   text not null,
  -- In the smallest unit of `currency`, which is that of the bank account. Negative: taken from the bank.
  amount        bigint not null,
  currency      text not null,
  state         text not null check (state in ('PENDING', 'IN_TRANSIT', 'PAID', 'FAILED', 'CANCELED')),
  failure       text,                              -- the provider's code
  created_at    timestamptz not null,
  arrives_at    timestamptz not null,
  paid_at       timestamptz,                       -- when this site learned that it arrived
  -- Its items are complete: the provider changes them no more.
  is_reconciled boolean not null default false,
  primary key (provider, external_id),
  foreign key (provider, destination) references payout_account (provider, external_id) on delete cascade
);
create index payout_of_destination on payout (provider, destination, created_at desc);

-- The payments and refunds that a payout consists of.
create table payout_item (
  provider     text not null,
  external_id  text not null,
  payout_id    text not null,
  payment_id   uuid not null references payment on delete cascade,
  kind         text not null check (kind in ('PAID', 'REFUNDED')),
  created_at   timestamptz not null,
  primary key (provider, external_id),
  foreign key (provider, payout_id) references payout (provider, external_id) on delete cascade
);
create index payout_item_of_payment on payout_item (payment_id, kind);
create index payout_item_of_payout on payout_item (provider, payout_id);

-- Disputes of charges, as the provider last reported them. Amounts are US cents.
create table payment_dispute (
  provider     text not null,
  external_id  text not null,
  payment_id   uuid not null references payment on delete cascade,
  amount_cents integer not null,
  state        text not null check (state in ('OPEN', 'WON', 'LOST')),
  created_at   timestamptz not null,
  primary key (provider, external_id)
);
create index payment_dispute_of_payment on payment_dispute (payment_id);

-- The payment on the payout account that received the transfer of this one. Adding a column without a default rewrites nothing; the
-- index is empty, because no payment has one yet.
alter table payment add column transfer_payment_id text;
create unique index payment_transfer on payment (provider, transfer_payment_id) where transfer_payment_id is not null;

-- The kinds of mails that an account turned off. Without a row they are sent.
create table mail_opt_out (
  account_id uuid not null references account on delete cascade,
  topic      text not null,
  created_at timestamptz not null,
  primary key (account_id, topic)
);

-- Sales and refunds that their publisher is not notified of yet. A digest deletes the rows that it reports, in its transaction.
create table earning_notice (
  id           bigint generated always as identity primary key,
  campaign_id  integer not null references campaign on delete cascade,
  account_id   uuid not null references account on delete cascade,
  kind         text not null check (kind in ('SALE', 'REFUND')),
  amount_cents integer not null
);
create index earning_notice_of_campaign on earning_notice (campaign_id, account_id);
create index earning_notice_of_account on earning_notice (account_id);

-- When the last digest of an experience was sent.
create table earning_digest (
  campaign_id integer primary key references campaign on delete cascade,
  sent_at     timestamptz not null
);

-- How the visit began in which a play was started; null: unknown, as for plays of earlier versions and of other programs. Locks `play` and its
-- partitions for a moment and rewrites nothing.
alter table play add column source text;
alter table song_tally add column source text;

-- Counted plays of a day (UTC) by their source. What song_day has more is of unknown source: nodes of the previous version aggregate
-- tallies without it.
create table song_day_source (
  song_id integer not null references song on delete cascade,
  day     date not null,
  source  text not null,
  plays   integer not null,
  primary key (song_id, day, source)
);

-- The accounts that earned points with a wrap in a period. Building it keeps writes to point_entry waiting: about two seconds for a million
-- entries.
create index point_entry_earned on point_entry (song_id, created_at) include (account_id) where points > 0;
