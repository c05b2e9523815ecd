-- Codes of experiences (docs/decisions/0090). Locks `participation` while it is read once for the index.

-- Codes that give the same discount; without one, spots are free.
create table spot_code_batch (
  id           bigint generated always as identity primary key,
  campaign_id  integer not null references campaign on delete cascade,
  name         text not null,
  percent_off  smallint check (percent_off between 1 and 99),
  cents_off    integer check (cents_off > 0),
  created_at   timestamptz not null,
  expires_at   timestamptz,
  revoked_at   timestamptz,
  check (percent_off is null or cents_off is null)
);
create index spot_code_batch_of_campaign on spot_code_batch (campaign_id, id);

-- A code is used while an order that has not ended names it. Codes are looked up by their HMAC; publishers see them decrypted.
create table spot_code (
  id          bigint generated always as identity primary key,
  batch_id    bigint not null references spot_code_batch on delete cascade,
  code_hmac   bytea not null unique,
  code_sealed bytea not null,
  revoked_at  timestamptz
);
create index spot_code_of_batch on spot_code (batch_id, id);

-- `discount_cents`: what the code took off the price, or off the minimum; `total_cents` is what is left.
alter table participation
  add column code_id bigint references spot_code on delete set null,
  add column discount_cents integer not null default 0 check (discount_cents >= 0);
create unique index participation_of_code on participation (code_id)
  where code_id is not null and state not in ('EXPIRED', 'REFUNDED');
