-- Public files have a copy in the store that a CDN serves. Null: none. REQUESTED: asked for, not yet decided. PUBLISHING: may have a copy.
-- PUBLIC: requests are redirected to the copy. WITHDRAWN: the copy goes unless the file is still public elsewhere.
alter table stored_file
  add column public_state text check (public_state in ('REQUESTED', 'PUBLISHING', 'PUBLIC', 'WITHDRAWN'));
create index stored_file_public on stored_file (public_state, key) where public_state is not null;
