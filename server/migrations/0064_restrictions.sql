-- Notice and takedown (docs/decisions/0063). Locks song exclusively for an instant: a column without a default and a check that is not validated.

-- What administrators made non-public. A row of its own beside the state of the thing, so that ending it needs no memory of that state.
-- `target`: the id of a wrap, artist or experience, or `{experience}-{artwork}`.
create table restriction (
  id         bigint generated always as identity primary key,
  kind       text not null check (kind in ('wrap', 'artist', 'experience', 'artwork')),
  target     text not null,
  ground     text not null check (ground in ('law', 'terms')),
  basis      text not null,                  -- the law or the clause of the terms
  reason     text not null,                  -- the facts
  decided_by uuid references account on delete set null,
  since      timestamptz not null,
  -- The owner's counter-notice, at most one.
  contested_at      timestamptz,
  contest_statement text,
  contest_signature text,
  contest_address   text,
  -- An administrator kept the restriction despite the counter-notice.
  kept_at    timestamptz,
  kept_reason text,
  ended_at   timestamptz,
  ended_by   uuid references account on delete set null,
  end_reason text
);
-- One in force at a time. Also answers whether something is restricted.
create unique index restriction_in_force on restriction (kind, target) where ended_at is null;
create index restriction_contested on restriction (contested_at) where ended_at is null and contested_at is not null and kept_at is null;
create index restriction_decided_by on restriction (decided_by) where decided_by is not null;
create index restriction_ended_by on restriction (ended_by) where ended_by is not null;

-- Reports by anybody. Name, email, address and signature are removed a year after the decision.
create table report (
  id              bigint generated always as identity primary key,
  idempotency_key text unique,
  fingerprint     bytea,                     -- of the request, with the key
  kind            text not null check (kind in ('wrap', 'artist', 'experience', 'artwork')),
  target          text not null,
  title           text not null,             -- the name of the thing when it was reported
  problem         text not null,
  explanation     text not null,
  location        text not null,
  work            text,                      -- copyright: the work
  name            text,
  email           text,
  address         text,
  signature       text,
  language        text not null,
  account_id      uuid references account on delete set null,
  state           text not null default 'OPEN' check (state in ('OPEN', 'NO_ACTION', 'RESTRICTED')),
  comment         text,                      -- the reason of NO_ACTION
  restriction_id  bigint references restriction on delete set null,
  decided_by      uuid references account on delete set null,
  decided_at      timestamptz,
  created_at      timestamptz not null
);
create index report_by_time on report (created_at desc, id desc);
create index report_by_state on report (state, created_at desc, id desc);
create index report_of_target on report (kind, target, created_at desc);
create index report_of_account on report (account_id, id) where account_id is not null;
create index report_restriction on report (restriction_id) where restriction_id is not null;
create index report_decided on report (decided_at) where decided_at is not null;
create index report_decided_by on report (decided_by) where decided_by is not null;

-- `status` is what applies to the public, and RESTRICTED while a restriction applies to a wrap that would be public or hidden. `listing` then has
-- the wrap's own state. Every query, index and trigger about public wraps compares `status`, so this is the one place that decides.
alter table song add column listing text;
alter table song drop constraint song_status_check;
alter table song add constraint song_status_check
  check (status in ('DRAFT', 'IN_REVIEW', 'ACTIVE', 'REJECTED', 'HIDDEN', 'DELETED', 'RESTRICTED')) not valid;
create index song_restricted on song (id) where status = 'RESTRICTED';

-- Runs also when `status` is set to itself, which applies restrictions that have begun or ended.
create function apply_restrictions() returns trigger language plpgsql as $$
declare
  own text := case when new.status = 'RESTRICTED' then new.listing else new.status end;
begin
  -- A restriction of the artist waits for this insertion, or this insertion for it.
  if tg_op = 'INSERT' and own in ('ACTIVE', 'HIDDEN') then
    perform from artist where id = new.artist_id for key share;
  end if;
  if own in ('ACTIVE', 'HIDDEN') and exists (
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
create trigger apply_restrictions before insert or update of status, artist_id on song
  for each row execute function apply_restrictions();
