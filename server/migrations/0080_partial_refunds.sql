-- Partial refunds of payments, each with the time at which it became known: a further one must not change the statement of an earlier month
-- (docs/decisions/0023). Blocks writes to `payment` while it is read once: under a second for a million payments.
create table payment_partial_refund (
  id          bigint generated always as identity primary key,
  payment_id  uuid not null references payment on delete cascade,
  from_cents  integer not null,              -- what was refunded before
  until_cents integer not null,              -- and afterwards: less than before if a refund failed
  refunded_at timestamptz not null
);
create index payment_partial_refund_of_payment on payment_partial_refund (payment_id, id);

-- By a trigger, because nodes of an earlier version record refunds, too. They keep the time of the first one in `part_refunded_at`.
create function record_partial_refund() returns trigger language plpgsql as $$
declare
  before integer := 0;
  at timestamptz := coalesce(new.part_refunded_at, new.checked_at);
begin
  if tg_op = 'UPDATE' then
    before := old.part_refunded_cents;
    if old.part_refunded_at is not null then at := new.checked_at; end if;
  end if;
  insert into payment_partial_refund (payment_id, from_cents, until_cents, refunded_at)
  values (new.id, before, new.part_refunded_cents, at);
  return null;
end $$;
create trigger payment_inserted_partly_refunded after insert on payment for each row
  when (new.part_refunded_cents > 0) execute function record_partial_refund();
create trigger payment_partly_refunded after update of part_refunded_cents on payment for each row
  when (old.part_refunded_cents <> new.part_refunded_cents) execute function record_partial_refund();

insert into payment_partial_refund (payment_id, from_cents, until_cents, refunded_at)
select id, 0, part_refunded_cents, coalesce(part_refunded_at, checked_at) from payment where part_refunded_cents > 0;
