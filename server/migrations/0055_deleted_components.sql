-- Components that were deleted from an experience, kept for a day so that the deletion can be undone. Nodes that do not
-- know this table treat them as deleted. `fields` is the row of `component`, which is inserted again as it was.
create table deleted_component (
  id          integer primary key,                                    -- of the component
  campaign_id integer not null references campaign on delete cascade,
  image_id    text references image,                                  -- keeps the file
  fields      jsonb not null,
  deleted_at  timestamptz not null
);
create index deleted_component_of_campaign on deleted_component (campaign_id);
create index deleted_component_image on deleted_component (image_id) where image_id is not null;
create index deleted_component_expiry on deleted_component (deleted_at);
