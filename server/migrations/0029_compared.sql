-- Payments that a comparison could not settle, by their ids.
alter table payment_reconciliation add column failed jsonb not null default '[]';

-- The part that went back to the payer of a payment that was not paid back wholly, and since when it is known. US cents.
alter table payment
  add column part_refunded_cents integer not null default 0 check (part_refunded_cents between 0 and amount_cents),
  add column part_refunded_at    timestamptz;

create index payment_customer on payment (provider, customer_id) where customer_id is not null;
