-- Changes of public data whose notification has not been sent yet. Written in the transaction of the change; the notification deletes them.
create table page_change (
  id         bigint generated always as identity primary key,
  -- What changed, for example `song:12`; `*`: anything; `settings`: the site settings.
  entity     text not null,
  changed_at timestamptz not null default clock_timestamp()
);
