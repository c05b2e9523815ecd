-- When what was paid for a place went back to its payer, and when they were reminded of their photo.
alter table participation
  add column refunded_at timestamptz,
  add column reminded_at timestamptz;

update participation p set refunded_at = y.refunded_at
from payment y
where y.kind = 'PARTICIPATION' and y.reference = p.id::text and y.refunded_at is not null;
