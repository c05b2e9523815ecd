-- How an experience is priced. With PAY_WHAT_YOU_WANT, `cost_cents` is the minimum, and `suggested_cents` what the form suggests.
alter table campaign
  add column pricing text not null default 'FIXED' check (pricing in ('FIXED', 'PAY_WHAT_YOU_WANT')),
  add column suggested_cents integer check (suggested_cents >= 0);
