-- Who sent the counter-notice: an artwork has two owners, its publisher and its fan (docs/decisions/0063). Null: unknown, from before this migration.
-- Locks `restriction` for an instant.
alter table restriction add column contested_by uuid references account on delete set null;
create index restriction_contested_by on restriction (contested_by) where contested_by is not null;
