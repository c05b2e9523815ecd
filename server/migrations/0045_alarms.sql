-- Alarms: health issues that administrators are notified of when they begin and when they end. At most one active row for each issue.
create table alarm (
  id            bigint generated always as identity primary key,
  part          text not null,
  kind          text not null,
  -- The affected instance if each instance has an alarm of its own, otherwise empty.
  instance      text not null,
  -- The affected instance, or an example, as it was seen last.
  "of"          text not null,
  since         timestamptz not null,
  -- When it was first not found any more; it ends if that lasts.
  missing_since timestamptz,
  ended_at      timestamptz
);
create unique index alarm_active on alarm (part, kind, instance) where ended_at is null;
create index alarm_ended on alarm (ended_at desc) where ended_at is not null;

-- When a node last compared the health issues with the alarms. The node that locks the row does it for all. Has one row.
create table alarm_check (
  is_only_row boolean primary key default true check (is_only_row),
  checked_at  timestamptz not null default '-infinity'
);

insert into alarm_check default values;

-- Peers that send forwarded headers although TRUST_PROXY does not declare them.
create table undeclared_proxy (
  peer          text primary key,
  header        text not null,
  first_seen_at timestamptz not null,
  last_seen_at  timestamptz not null
);
