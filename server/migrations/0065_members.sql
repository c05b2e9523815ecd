-- People who work for another account, with their role. The account's own login is an owner without a row. Both tables are new; their
-- foreign keys lock `account` against writes for a moment.
create table account_member (
  account_id  uuid not null references account on delete cascade,
  member_id   uuid not null references account on delete cascade,
  role        text not null check (role in ('OWNER', 'EDITOR', 'READER')),
  invited_at  timestamptz not null,
  accepted_at timestamptz not null,
  primary key (account_id, member_id),
  check (account_id <> member_id)
);
create index account_member_of_member on account_member (member_id);

-- Invitations that are not accepted. An invitation ends with the account of the owner who sent it.
create table member_invitation (
  id         uuid primary key default gen_random_uuid(),
  account_id uuid not null references account on delete cascade,
  email      text not null,
  role       text not null check (role in ('OWNER', 'EDITOR', 'READER')),
  language   text not null,
  code_hash  bytea not null unique,
  invited_by uuid not null references account on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index member_invitation_of_account on member_invitation (account_id, lower(email));
create index member_invitation_of_address on member_invitation (lower(email));
create index member_invitation_of_inviter on member_invitation (invited_by);
create index member_invitation_expiry on member_invitation (expires_at);
