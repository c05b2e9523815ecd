-- How far a bill is that is paid back by itself.
alter table payment_invoice
  add column refund_reason     text,
  add column refund_asked_at   timestamptz,
  add column refund_checked_at timestamptz,                -- when the provider was last asked to
  add column refund_attempt    integer not null default 0, -- a further one follows one that failed for good
  add column refund_failed     boolean not null default false,
  add column refund_ends       boolean not null default false;  -- what it is a bill of ends with it
create index payment_invoice_refunding on payment_invoice (refund_checked_at)
  where refund_asked_at is not null and refunded_cents < amount_cents;

-- How a payment stood when an administrator had seen to it; as soon as it stands otherwise, somebody has to look again.
alter table payment
  add column seen    text,
  add column seen_at timestamptz;

-- The list of administrators: what somebody has to look at, each state, and what is typed of a title.
create index payment_problem on payment (id) where problem is not null;
create index payment_of_state on payment (state, created_at desc, id desc);
create index payment_title_search on payment using gin (fold_text(title) gin_trgm_ops);
-- Orders that are paid for and wait for their photos.
create index participation_waiting on participation (created_at) where state = 'NEEDS_MATERIAL' and total_cents > 0;
