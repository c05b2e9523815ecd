-- Scheduled listing (docs/decisions/0066). Locks song exclusively for an instant: columns without a default and checks that are not validated.

-- When the wrap will be listed, and the time zone that its publisher chose. Null once it is listed: while `listed_from` is set, the recording
-- has no public address.
alter table song add column listed_from timestamptz, add column listed_zone text;
alter table song add constraint song_listed_from_has_zone check ((listed_from is null) = (listed_zone is null)) not valid;

-- SCHEDULED: approved, and public from `listed_from` on. Queries about public wraps compare `status` with ACTIVE.
alter table song drop constraint song_status_check;
alter table song add constraint song_status_check
  check (status in ('DRAFT', 'IN_REVIEW', 'SCHEDULED', 'ACTIVE', 'REJECTED', 'HIDDEN', 'DELETED', 'RESTRICTED')) not valid;
create index song_scheduled on song (listed_from) where status = 'SCHEDULED';

-- As before, and: a restriction also applies to a scheduled wrap; and a node of an earlier version, which approves a wrap without regard to
-- `listed_from`, schedules it.
create or replace function apply_restrictions() returns trigger language plpgsql as $$
declare
  own text := case when new.status = 'RESTRICTED' then new.listing else new.status end;
begin
  if own = 'ACTIVE' and new.listed_from > now() then own := 'SCHEDULED'; end if;
  -- A restriction of the artist waits for this insertion, or this insertion for it.
  if tg_op = 'INSERT' and own in ('ACTIVE', 'HIDDEN') then
    perform from artist where id = new.artist_id for key share;
  end if;
  if own in ('ACTIVE', 'HIDDEN', 'SCHEDULED') and exists (
    select from restriction r where r.ended_at is null
      and ((r.kind = 'wrap' and r.target = new.id::text) or (r.kind = 'artist' and r.target = new.artist_id::text))
  ) then
    new.listing := own;
    new.status := 'RESTRICTED';
  else
    new.listing := null;
    new.status := own;
  end if;
  return new;
end $$;

-- People who want one mail when a scheduled wrap is listed: accounts, or addresses that their owners have confirmed. A row is deleted in the
-- transaction that enqueues its mail.
create table release_reminder (
  id           bigint generated always as identity primary key,
  song_id      integer not null references song on delete cascade,
  account_id   uuid references account on delete cascade,
  email        text,                          -- of people without an account
  language     text not null,
  confirmed_at timestamptz,
  mailed_at    timestamptz,                   -- when the mail with the link that confirms was last sent
  created_at   timestamptz not null,
  check ((account_id is null) <> (email is null))
);
create unique index release_reminder_account on release_reminder (song_id, account_id) where account_id is not null;
create unique index release_reminder_address on release_reminder (song_id, lower(email)) where email is not null;
create index release_reminder_of_account on release_reminder (account_id, id) where account_id is not null;
create index release_reminder_of_address on release_reminder (lower(email)) where email is not null;
create index release_reminder_by_time on release_reminder (created_at);
