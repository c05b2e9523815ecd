-- When a restriction began to withhold a file: a store that has served it by URLs of its own moves it to a name that no URL has. Null: not withheld.
alter table stored_file add column withheld_at timestamptz;
create index stored_file_withheld on stored_file (key) where withheld_at is not null;
