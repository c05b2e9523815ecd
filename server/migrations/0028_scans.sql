-- What a code was confirmed by (SHA-256 of the signature): the same call may be repeated where its answer was lost.
alter table qr_confirmation add column signature bytea;

-- Who opened the page of a secure code last, and when: whoever loads it again scans nothing anew.
create table qr_visit (
  component_id   integer not null references component on delete cascade,
  participant_id bigint not null,
  visitor        bytea not null,              -- hash of the visitor's id, else of the network
  scanned_at     timestamptz not null,
  primary key (component_id, participant_id, visitor)
);
