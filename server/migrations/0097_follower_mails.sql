-- Mails to followers and suppressed addresses (docs/decisions/0085). Locks `account` for an instant.

-- How often a fan gets mails about releases of artists whom they follow; never without a row.
create table follower_mail_choice (
  account_id uuid primary key references account on delete cascade,
  choice     text not null check (choice in ('EVERY', 'WEEKLY')),
  chosen_at  timestamptz not null
);
create index follower_mail_choice_weekly on follower_mail_choice (account_id) where choice = 'WEEKLY';

-- One mail for each release and fan, or each week (its Monday) and fan, with the id that all attempts to send it have.
create table follower_mail (
  id              bigint generated always as identity primary key,
  account_id      uuid not null references account on delete cascade,
  announcement_id bigint references announcement on delete cascade,
  week            date,
  message_id      uuid not null default gen_random_uuid(),
  created_at      timestamptz not null,
  queued_at       timestamptz,
  check ((announcement_id is null) <> (week is null))
);
create unique index follower_mail_of_release on follower_mail (announcement_id, account_id) where announcement_id is not null;
create unique index follower_mail_of_week on follower_mail (account_id, week) where week is not null;
create index follower_mail_waiting on follower_mail (id) where queued_at is null;
create index follower_mail_of_account on follower_mail (account_id, id);
create index follower_mail_by_time on follower_mail (created_at);

-- Up to when the rate of mails to followers is used; all nodes keep it together.
create table follower_mail_pace (
  only_row  boolean primary key default true check (only_row),
  queued_at timestamptz not null
);
insert into follower_mail_pace (queued_at) values ('1970-01-01Z');

-- Addresses whose mail server rejected a mail for good: they get mails about logins and security only.
create table suppressed_address (
  email      text primary key check (email = lower(email)),
  reason     text not null check (reason in ('REJECTED', 'REPORTED')),
  status     integer,
  created_at timestamptz not null
);
create index suppressed_address_by_time on suppressed_address (created_at);
