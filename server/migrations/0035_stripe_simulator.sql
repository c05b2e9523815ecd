-- The Stripe simulator of a preview: what Stripe stores on its own machines. Each row is one object; objects with the same owner
-- (the customer, or the object itself) are read together. Times are seconds, as in Stripe's API.
create table stripe_simulator_object (
  id      text primary key,
  seq     bigint generated always as identity unique,   -- the order of creation
  kind    text not null,
  owner   text not null,
  intent  text,                                          -- the payment intent of a session, invoice or refund
  created bigint not null,
  data    jsonb not null
);
create index stripe_simulator_object_owner on stripe_simulator_object (owner);
create index stripe_simulator_object_intent on stripe_simulator_object (intent) where intent is not null;
create index stripe_simulator_object_created on stripe_simulator_object (kind, created);

-- Responses by idempotency key, encrypted: they contain the return URLs of checkouts. Stripe forgets them after a day.
create table stripe_simulator_response (
  key         text primary key,
  fingerprint text not null,
  response    bytea not null,
  created_at  timestamptz not null
);
create index stripe_simulator_response_created on stripe_simulator_response (created_at);

-- Takes over what the earlier sandbox stored, with its ids, so that payments made in it can still be refunded and renewed.
lock table sandbox_checkout, sandbox_payout_account, sandbox_subscription, sandbox_invoice in access exclusive mode;

create function pg_temp.seconds(at timestamptz) returns bigint language sql as $$ select floor(extract(epoch from at))::bigint $$;
create function pg_temp.intervals(period text) returns text language sql as $$ select case period when 'YEAR' then 'year' else 'month' end $$;
create function pg_temp.price(id text, title text, cents integer, period text) returns jsonb language sql as $$
  select jsonb_build_object('id', 'price_' || id, 'product', 'prod_' || id, 'title', title, 'unit_amount', cents,
    'interval', pg_temp.intervals(period)) $$;
create function pg_temp.charge(id text, cents integer, refunded integer) returns jsonb language sql as $$
  select jsonb_build_object('id', 'ch_' || id, 'amount', cents, 'amount_refunded', refunded, 'disputed', false,
    'fee', least(cents, round(cents * 0.029)::integer + 30), 'feeCurrency', 'usd', 'exchangeRate', null) $$;
create function pg_temp.span(starts timestamptz, ends timestamptz) returns jsonb language sql as $$
  select jsonb_build_object('start', pg_temp.seconds(starts), 'end', pg_temp.seconds(ends)) $$;

insert into stripe_simulator_object (id, kind, owner, created, data)
select id, 'account', id, pg_temp.seconds(created_at),
  jsonb_build_object('transfers', case when is_ready then 'active' else 'inactive' end, 'metadata', '{}'::jsonb)
from sandbox_payout_account order by created_at;

insert into stripe_simulator_object (id, kind, owner, created, data)
select 'counter', 'counter', 'counter', 0, jsonb_build_object('subscriptions', coalesce(max(number), 0)) from sandbox_subscription
having count(*) > 0;

-- Invoices have the ids of their payment intents from those of the sandbox: the first one was paid in the checkout.
create temporary table billed on commit drop as
select i.*, s.payment_id, s.customer_id, s.declined,
  case when i.id = first_value(i.id) over (partition by s.id order by i.created_at, i.number)
    then 'sbxpay_' || c.id else 'sbxpay_' || i.id end as intent_id,
  pg_temp.price(i.id, i.title, i.amount_cents, i.period) as price,
  -- A period that was ended early lies before its end.
  case when i.status = 'PAID' and i.period_until > s.paid_until
      and i.id = (select l.id from sandbox_invoice l where l.subscription_id = s.id and l.status = 'PAID' order by l.period_until desc limit 1)
      and s.status = 'UNPAID'
    then pg_temp.span(i.period_from - (i.period_until - s.paid_until), s.paid_until)
    else pg_temp.span(i.period_from, i.period_until) end as billed_period
from sandbox_invoice i join sandbox_subscription s on s.id = i.subscription_id
  join sandbox_checkout c on c.payment_id = s.payment_id;

insert into stripe_simulator_object (id, kind, owner, created, data)
select customer_id, 'customer', customer_id, pg_temp.seconds(min(created_at)),
  jsonb_build_object('id', customer_id, 'email', null, 'isDeleted', false,
    'card', case when bool_or(declines and status <> 'ENDED') then 'pm_declined_' || customer_id end)
from sandbox_subscription group by customer_id order by min(created_at);

-- The price of a subscription is that of its current period, which is the unpaid one if the card was declined.
create temporary table current_invoice on commit drop as
select distinct on (subscription_id) * from billed
where status in ('PAID', 'OPEN') order by subscription_id, period_until desc;

create temporary table subscribed on commit drop as
select s.*, i.price, pg_temp.span(i.period_from, i.period_until) as current_period, pg_temp.seconds(i.period_until) as current_end,
  s.status <> 'ENDED' and s.next_period is not null
    and (s.next_amount_cents, s.next_period) is distinct from (i.amount_cents, i.period) as is_switched,
  case when s.declines then 'pm_declined_' else 'pm_' end || s.customer_id as card
from sandbox_subscription s join current_invoice i on i.subscription_id = s.id;

insert into stripe_simulator_object (id, kind, owner, created, data)
select 'price_' || i.id, 'price', 'price_' || i.id, pg_temp.seconds(i.created_at), i.price from billed i order by i.created_at;
insert into stripe_simulator_object (id, kind, owner, created, data)
select 'price_next_' || id, 'price', 'price_next_' || id, pg_temp.seconds(created_at),
  pg_temp.price('next_' || id, next_title, next_amount_cents, next_period)
from subscribed where is_switched;

insert into stripe_simulator_object (id, kind, owner, created, data)
select id, 'subscription', customer_id, pg_temp.seconds(created_at),
  jsonb_build_object('id', id, 'number', number, 'customer', customer_id,
    'status', case status when 'PAID' then 'active' when 'UNPAID' then 'past_due' else 'canceled' end,
    'metadata', jsonb_build_object('payment_id', payment_id), 'created', pg_temp.seconds(created_at), 'price', price,
    'period', current_period, 'cancelAtPeriodEnd', status <> 'ENDED' and next_period is null,
    'cancelAt', case when status <> 'ENDED' and next_period is null then current_end end,
    'endedAt', case when status = 'ENDED' then pg_temp.seconds(paid_until) end,
    'schedule', case when is_switched then 'sub_sched_' || id end, 'card', card)
from subscribed order by created_at, number;

insert into stripe_simulator_object (id, kind, owner, created, data)
select 'sub_sched_' || id, 'schedule', customer_id, pg_temp.seconds(created_at),
  jsonb_build_object('id', 'sub_sched_' || id, 'subscription', id, 'status', 'active', 'endBehavior', 'release', 'card', card,
    'phases', jsonb_build_array(
      current_period || jsonb_build_object('price', price),
      jsonb_build_object('start', current_end,
        'end', pg_temp.seconds(to_timestamp(current_end) + case next_period when 'YEAR' then interval '1 year' else interval '1 month' end),
        'price', pg_temp.price('next_' || id, next_title, next_amount_cents, next_period))))
from subscribed where is_switched;

insert into stripe_simulator_object (id, kind, owner, intent, created, data)
select id, 'invoice', customer_id, intent_id, pg_temp.seconds(created_at),
  jsonb_build_object('id', id, 'subscription', subscription_id, 'number', number, 'status', lower(status),
    'autoAdvance', status = 'OPEN', 'price', price, 'period', billed_period, 'created', pg_temp.seconds(created_at),
    'paidAt', pg_temp.seconds(paid_at), 'declined', case when status = 'OPEN' then declined else 0 end,
    'intent', jsonb_build_object('id', intent_id, 'customer', customer_id, 'amount', amount_cents, 'created', pg_temp.seconds(created_at))
      || case when status = 'PAID' then jsonb_build_object('charge', pg_temp.charge(id, amount_cents, refunded_cents))
        else '{}'::jsonb end)
from billed order by created_at, number;

insert into stripe_simulator_object (id, kind, owner, intent, created, data)
select c.id, 'session', coalesce(c.customer_id, c.id), case when c.status = 'PAID' then 'sbxpay_' || c.id end, pg_temp.seconds(c.created_at),
  jsonb_build_object('id', c.id, 'amount', c.amount_cents, 'created', pg_temp.seconds(c.created_at),
    'expiresAt', pg_temp.seconds(c.expires_at),
    'status', case c.status when 'OPEN' then 'open' when 'PAID' then 'complete' else 'expired' end,
    'urls', replace(encode(c.ways_back, 'base64'), E'\n', ''),
    'params', jsonb_build_object('mode', case when c.period is null then 'payment' else 'subscription' end,
        'client_reference_id', c.payment_id, 'metadata', jsonb_build_object('payment_id', c.payment_id),
        'line_items', jsonb_build_array(jsonb_build_object('quantity', 1, 'price_data',
          jsonb_build_object('currency', 'usd', 'unit_amount', c.amount_cents, 'product_data', jsonb_build_object('name', c.title))
            || case when c.period is null then '{}'::jsonb
              else jsonb_build_object('recurring', jsonb_build_object('interval', pg_temp.intervals(c.period))) end)))
      || case when c.period is not null then jsonb_build_object('subscription_data',
          jsonb_build_object('metadata', jsonb_build_object('payment_id', c.payment_id)))
        else jsonb_build_object('payment_intent_data', jsonb_build_object('metadata', jsonb_build_object('payment_id', c.payment_id))
          || case when p.destination is null then '{}'::jsonb
            else jsonb_build_object('application_fee_amount', p.platform_fee_cents,
              'transfer_data', jsonb_build_object('destination', p.destination)) end) end
      || case when c.customer_id is null then '{}'::jsonb else jsonb_build_object('customer', c.customer_id) end)
    || case when c.status = 'PAID' then jsonb_build_object('intentId', 'sbxpay_' || c.id) else '{}'::jsonb end
    || case when c.status = 'PAID' and s.id is null
        then jsonb_build_object('charge', pg_temp.charge(c.id, c.amount_cents, case when c.refunded_at is null then 0 else c.amount_cents end))
        else '{}'::jsonb end
    || case when s.id is null then '{}'::jsonb else jsonb_build_object('started', jsonb_build_object('subscription', s.id, 'invoice',
        (select i.id from billed i where i.subscription_id = s.id and i.intent_id = 'sbxpay_' || c.id))) end
from sandbox_checkout c left join payment p on p.id = c.payment_id left join sandbox_subscription s on s.payment_id = c.payment_id
order by c.created_at;

-- A customer of a checkout that was not paid yet has no subscription.
insert into stripe_simulator_object (id, kind, owner, created, data)
select customer_id, 'customer', customer_id, pg_temp.seconds(min(created_at)),
  jsonb_build_object('id', customer_id, 'email', null, 'isDeleted', false, 'card', null)
from sandbox_checkout where customer_id is not null group by customer_id on conflict (id) do nothing;

insert into stripe_simulator_object (id, kind, owner, intent, created, data)
select 're_' || refunded.id, 'refund', refunded.owner, refunded.intent_id, pg_temp.seconds(refunded.at),
  jsonb_build_object('id', 're_' || refunded.id, 'payment_intent', refunded.intent_id, 'amount', refunded.cents,
    'metadata', '{}'::jsonb, 'status', 'succeeded', 'created', pg_temp.seconds(refunded.at))
from (
  select c.id, c.id as owner, 'sbxpay_' || c.id as intent_id, c.amount_cents as cents, c.refunded_at as at
  from sandbox_checkout c where c.refunded_at is not null and c.period is null
  union all
  select i.id, i.customer_id, i.intent_id, i.refunded_cents,
    coalesce((select c.refunded_at from sandbox_checkout c where 'sbxpay_' || c.id = i.intent_id), i.paid_at)
  from billed i where i.refunded_cents > 0) refunded
order by refunded.at;

drop table sandbox_invoice, sandbox_subscription, sandbox_checkout, sandbox_payout_account;
