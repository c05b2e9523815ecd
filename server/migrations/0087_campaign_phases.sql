-- Phases of experiences (docs/decisions/0080). Locks `participation` for an instant.

-- A period in which spots are given, with a price and an audience. Phases of a campaign are in the order of their starts and do not
-- overlap; one without an end lasts until the next starts. Rows change only while their campaign is locked.
create table campaign_phase (
  id           bigint generated always as identity primary key,
  campaign_id  integer not null references campaign on delete cascade,
  name         text not null,
  starts_at    timestamptz not null,
  ends_at      timestamptz check (ends_at > starts_at),
  time_zone    text not null,                 -- in which the publisher entered the times
  price_cents  integer not null check (price_cents >= 0),
  spots        integer check (spots > 0),     -- null: limited by those of the campaign only
  taken        integer not null default 0 check (taken >= 0),
  audience     text not null check (audience in ('EVERYONE', 'HOLDERS', 'LIST', 'CLAIMERS')),
  holders_of   integer references campaign,
  reward_id    integer references reward on delete set null,
  unique (campaign_id, starts_at),
  check ((holders_of is not null) = (audience = 'HOLDERS')),
  check (reward_id is null or audience = 'CLAIMERS')
);

-- Wallet and email addresses in lower case, for the audience LIST.
create table campaign_phase_entry (
  phase_id  bigint not null references campaign_phase on delete cascade,
  entry     text not null,
  primary key (phase_id, entry)
);
create index campaign_phase_entry_of_address on campaign_phase_entry (entry);
create index campaign_phase_of_holders on campaign_phase (holders_of) where holders_of is not null;
create index campaign_phase_of_reward on campaign_phase (reward_id) where reward_id is not null;

-- The phase in which an order was made; null in campaigns without phases and for lines of a wallet list.
alter table participation add column phase_id bigint references campaign_phase on delete set null;
create index participation_of_phase on participation (phase_id) where phase_id is not null;

-- A phase counts the orders that have not ended. By a trigger, because nodes of an earlier version end orders, too. Such a node does not
-- know phases, so its own orders for a campaign with phases are refused.
create function count_phase_spots() returns trigger language plpgsql as $$
declare
  before integer := 0;
  now_taken integer := 0;
begin
  if tg_op = 'INSERT' and new.phase_id is null and new.batch_id is null
    and exists (select from campaign_phase where campaign_id = new.campaign_id) then
    raise exception 'campaign % has phases, and this order names none', new.campaign_id;
  end if;
  if new.phase_id is null then return new; end if;
  if tg_op = 'UPDATE' and old.state not in ('EXPIRED', 'REFUNDED') then before := 1; end if;
  if new.state not in ('EXPIRED', 'REFUNDED') then now_taken := 1; end if;
  if now_taken <> before then
    update campaign_phase set taken = taken + now_taken - before where id = new.phase_id;
  end if;
  return new;
end $$;
create trigger participation_phase after insert or update of state on participation
  for each row execute function count_phase_spots();
