-- When the publisher was written to about artworks that failed; null once they have taken care of one, and before there was any.
alter table campaign add column failures_told_at timestamptz;
