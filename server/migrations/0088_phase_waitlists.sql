-- Reminders and waitlists of phases (docs/decisions/0080).

-- People who want one mail when a phase opens: accounts, or addresses that their owners have confirmed. A row is deleted in the transaction
-- that enqueues its mail.
create table phase_reminder (
  id           bigint generated always as identity primary key,
  phase_id     bigint not null references campaign_phase on delete cascade,
  account_id   uuid references account on delete cascade,
  email        text,                          -- of people without an account
  language     text not null,
  confirmed_at timestamptz,
  mailed_at    timestamptz,                   -- when the mail with the link that confirms was last sent
  created_at   timestamptz not null,
  check ((account_id is null) <> (email is null))
);
create unique index phase_reminder_account on phase_reminder (phase_id, account_id) where account_id is not null;
create unique index phase_reminder_address on phase_reminder (phase_id, lower(email)) where email is not null;
create index phase_reminder_of_account on phase_reminder (account_id, id) where account_id is not null;
create index phase_reminder_of_address on phase_reminder (lower(email)) where email is not null;
create index phase_reminder_of_phase on phase_reminder (phase_id, id);
create index phase_reminder_by_time on phase_reminder (created_at);

-- Accounts that wait for a spot of a sold-out experience, in the order of their ids. A spot is held for an entry with `held_until`, and
-- counted in `campaign.taken`. Rows change only while their campaign is locked.
create table waitlist_entry (
  id           bigint generated always as identity primary key,
  campaign_id  integer not null references campaign on delete cascade,
  phase_id     bigint references campaign_phase on delete cascade,  -- null: the campaign has no phases
  account_id   uuid not null references account on delete cascade,
  joined_at    timestamptz not null,
  held_until   timestamptz,
  unique (campaign_id, account_id)
);
create index waitlist_entry_in_order on waitlist_entry (campaign_id, id);
create index waitlist_entry_of_account on waitlist_entry (account_id, id);
create index waitlist_entry_of_phase on waitlist_entry (phase_id) where phase_id is not null;
create index waitlist_entry_held on waitlist_entry (held_until) where held_until is not null;
