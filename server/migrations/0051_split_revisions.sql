-- The owners of a wrap and their splits, by date. The revision in force is DRAFT until the wrap is first listed, then CONFIRMED. song_owner
-- mirrors it: the public page and nodes of the previous version read that table.
create table song_split_revision (
  id             bigint generated always as identity primary key,
  song_id        integer not null references song on delete cascade,
  state          text not null check (state in ('DRAFT', 'PROPOSED', 'CONFIRMED', 'REPLACED', 'DECLINED')),
  effective_from timestamptz,                 -- null until it is in force
  proposed_by    uuid references account on delete set null,
  proposed_at    timestamptz not null,
  decided_by     uuid references account on delete set null,
  decided_as     text check (decided_as in ('PUBLISHER', 'OWNERS', 'ADMINISTRATOR')),
  decided_at     timestamptz,
  reason         text                         -- why it was declined
);
create unique index song_split_in_force on song_split_revision (song_id) where state in ('DRAFT', 'CONFIRMED');
create unique index song_split_proposed on song_split_revision (song_id) where state = 'PROPOSED';
create index song_split_of_song on song_split_revision (song_id, id desc);
create index song_split_waiting on song_split_revision (proposed_at, id) where state = 'PROPOSED';

-- Splits in basis points: 10000 is the whole.
create table song_split (
  revision_id      bigint not null references song_split_revision on delete cascade,
  position         smallint not null,
  name             text not null,
  email            text,                      -- as the publisher entered it
  account_id       uuid references account on delete set null,  -- with that address when the revision was proposed
  ownership_points integer not null check (ownership_points between 0 and 10000),
  royalty_points   integer not null check (royalty_points between 0 and 10000),
  primary key (revision_id, position)
);
create index song_split_of_account on song_split (account_id) where account_id is not null;
create index song_split_of_email on song_split (lower(email)) where email is not null;

-- The accounts that have to confirm a proposal. Those of owners that the proposal no longer names are leaving.
create table song_split_approval (
  revision_id  bigint not null references song_split_revision on delete cascade,
  account_id   uuid not null references account on delete cascade,
  is_leaving   boolean not null default false,
  confirmed_at timestamptz,
  primary key (revision_id, account_id)
);
create index song_split_approval_of_account on song_split_approval (account_id);

-- The addresses that were notified of a revision: each gets one mail. Only a hash, which needs no erasure.
create table song_split_notice (
  revision_id bigint not null references song_split_revision on delete cascade,
  address     bytea not null,
  primary key (revision_id, address)
);

-- Income without a split that the publisher assigned to a revision afterwards.
create table split_assignment (
  id          bigint generated always as identity primary key,
  revision_id bigint not null references song_split_revision,
  assigned_by uuid references account on delete set null,
  assigned_at timestamptz not null
);
create index split_assignment_of_revision on split_assignment (revision_id);

alter table payment
  add column split_revision_id bigint references song_split_revision,
  add column split_assignment_id bigint references split_assignment;
create index payment_of_split on payment (split_revision_id) where split_revision_id is not null;
create index payment_of_assignment on payment (split_assignment_id) where split_assignment_id is not null;

insert into song_split_revision (song_id, state, effective_from, proposed_at)
select s.id, 'CONFIRMED', s.created_at, s.created_at from song s
where exists (select from song_owner o where o.song_id = s.id) order by s.id;

insert into song_split (revision_id, position, name, ownership_points, royalty_points)
select r.id, o.position, o.name, o.ownership_points, o.royalty_points
from song_owner o join song_split_revision r on r.song_id = o.song_id;

update payment y set split_revision_id = r.id
from participation p join campaign c on c.id = p.campaign_id join song_split_revision r on r.song_id = c.song_id
where y.kind = 'PARTICIPATION' and y.paid_at is not null and y.reference = p.id::text;

-- Returns the revision in force. Creates it from song_owner for a wrap that was imported, or added by a node of the previous version.
create function split_in_force(of_song integer) returns bigint language plpgsql as $$
declare
  in_force bigint;
begin
  select id into in_force from song_split_revision where song_id = of_song and state in ('DRAFT', 'CONFIRMED');
  if in_force is not null or not exists (select from song_owner where song_id = of_song) then
    return in_force;
  end if;
  insert into song_split_revision (song_id, state, effective_from, proposed_at)
  select id, case when is_listed then 'CONFIRMED' else 'DRAFT' end, case when is_listed then created_at end, created_at
  from (select id, created_at, listed_at is not null or status in ('ACTIVE', 'HIDDEN') as is_listed from song where id = of_song) listed
  on conflict do nothing returning id into in_force;
  if in_force is null then
    select id into in_force from song_split_revision where song_id = of_song and state in ('DRAFT', 'CONFIRMED');
    return in_force;
  end if;
  insert into song_split (revision_id, position, name, ownership_points, royalty_points)
  select in_force, position, name, ownership_points, royalty_points from song_owner where song_id = of_song;
  return in_force;
end $$;

-- Records the revision in force when an order is paid, in the transaction that records the payment, whichever version of the program
-- does so. A revision comes into force under the lock of its song, so one of the two waits for the other.
create function record_split_of_payment() returns trigger language plpgsql as $$
declare
  of_song integer;
begin
  if new.reference !~ '^[0-9]{1,18}$' then
    return new;
  end if;
  select c.song_id into of_song from participation p join campaign c on c.id = p.campaign_id where p.id = new.reference::bigint;
  if of_song is null then
    return new;
  end if;
  perform from song where id = of_song for key share;
  new.split_revision_id := split_in_force(of_song);
  return new;
end $$;
create trigger payment_inserted_paid before insert on payment for each row
  when (new.kind = 'PARTICIPATION' and new.paid_at is not null and new.split_revision_id is null)
  execute function record_split_of_payment();
create trigger payment_paid before update of paid_at on payment for each row
  when (new.kind = 'PARTICIPATION' and new.paid_at is not null and old.paid_at is null)
  execute function record_split_of_payment();
