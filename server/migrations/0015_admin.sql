-- The lists of administrators: users by age, name, role and what is typed of a name or an address, events by their kind.
create index account_newest on account (created_at desc, id desc);
create index account_by_name on account (name collate "unicode", id);
create index account_by_role on account (role, created_at desc, id desc);
create index account_search on account using gin (fold_text(name || ' ' || coalesce(email, '')) gin_trgm_ops);
create index security_event_kind on security_event (kind, at desc, id desc);

-- A plan that an administrator gave: the only kind that an administrator takes back, and one at a time.
alter table subscription add column granted boolean not null default false;
create unique index subscription_granted on subscription (account_id) where granted;
