-- Seconds that were entered before the first audio replaced them by its own; null if none were, or before this migration.
alter table song add column entered_duration int;
