-- The orders and filters of the lists of campaigns, so that a page is read from where it begins.
create index campaign_by_name on campaign (name collate "unicode", created_at desc, id) where deleted_at is null;
create index campaign_by_state on campaign (is_active desc, created_at desc, id desc) where deleted_at is null;
create index campaign_by_type on campaign (type, created_at desc, id desc) where deleted_at is null;
create index campaign_name_search on campaign using gin (name_folded gin_trgm_ops) where deleted_at is null;

-- Songs that can be played at random, without walking over those that cannot.
create index song_playable on song (id) where status = 'ACTIVE' and audio_key is not null;
