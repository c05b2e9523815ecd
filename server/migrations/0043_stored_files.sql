-- Files in the storage. A file is registered before it is stored, so that none exists that this table does not know.
create table stored_file (
  key                text primary key,
  bytes              bigint,                  -- null until an older file was measured
  stored_at          timestamptz not null,    -- when its content was last uploaded
  unreferenced_since timestamptz              -- found without a reference; deleted after a grace period
);
create index stored_file_unreferenced on stored_file (unreferenced_since) where unreferenced_since is not null;
create index stored_file_unmeasured on stored_file (key) where bytes is null;
insert into stored_file (key, bytes, stored_at)
  select key, max(bytes), now() from (
    select storage_key as key, null::bigint as bytes from image
    union all select storage_key, null from image_variant
    union all select key, bytes from audio_file
    union all select audio_key, audio_bytes from song where audio_key is not null
    union all select incoming_audio_key, null from song where incoming_audio_key is not null
  ) stored group by key;

-- Collection looks up every reference of a file, and deleting an image checks its foreign keys.
create index image_storage_key on image (storage_key);
create index image_variant_storage_key on image_variant (storage_key);
create index artist_image on artist (image_id) where image_id is not null;
create index song_image on song (image_id) where image_id is not null;
create index campaign_promo_image on campaign (promo_image_id) where promo_image_id is not null;
create index component_image on component (image_id) where image_id is not null;
create index participant_rendered_image on participant (rendered_image_id) where rendered_image_id is not null;
create index participation_photo_image on participation_photo (image_id);
create index audio_match_audio on audio_match (audio_key);
create index song_deleted_files on song (id)
  where status = 'DELETED' and (audio_key is not null or incoming_audio_key is not null or image_id is not null);

-- An artwork whose owner deleted their account and did not leave it public: its image is deleted, its token stays.
alter table participant add column withdrawn_at timestamptz;
