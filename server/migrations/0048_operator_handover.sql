-- The last handover of the contracts' roles to another OPERATOR_KEY. Minting is paused until its state is DONE.
create table operator_handover (
  is_only_row boolean primary key default true check (is_only_row),
  old_address text not null,
  new_address text not null,
  -- GRANTING: the new key gets the roles. REVOKING: the old key loses them. SWITCHED: a node has to start with the new key.
  state       text not null check (state in ('GRANTING', 'REVOKING', 'SWITCHED', 'DONE')),
  started_at  timestamptz not null,
  changed_at  timestamptz not null
);
