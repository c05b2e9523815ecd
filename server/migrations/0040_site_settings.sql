-- What administrators set at /admin/site. A setting without a row, or with null, has its default.
create table site_setting (
  key        text primary key,
  value      jsonb not null,
  -- The revision of the whole site at which this setting changed.
  revision   bigint not null,
  updated_at timestamptz not null
);

-- Open invitations to sign up. A used or revoked one is deleted. Only the hash of a link's code is stored.
create table sign_up_invitation (
  id         uuid primary key default uuidv7(),
  email      text not null,
  language   text not null,
  code_hash  bytea not null unique,
  invited_by uuid references account (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index sign_up_invitation_email on sign_up_invitation (lower(email));
create index sign_up_invitation_invited_by on sign_up_invitation (invited_by);

-- The invitation with which a sign-up was made; it must still exist when the address is confirmed.
alter table registration add column invitation_id uuid;
