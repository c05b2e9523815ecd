-- Migrations after which earlier versions cannot run. Earlier versions insert rows without this column.
alter table schema_migration add column is_contract boolean not null default false;
