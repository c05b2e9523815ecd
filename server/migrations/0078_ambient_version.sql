-- Ambient colours that occur in the image (docs/decisions/0075). Locks `image` while the index is built: about a second per million images.

-- The version of the algorithm that picked `ambient` and `on_ambient`. Nodes of the version before leave the default, so the job
-- `update-ambient-colors` picks the colours of what they add as well.
alter table image add column ambient_version smallint not null default 1;
create index image_ambient_version on image (id) where ambient_version < 2;
