-- The blocks of a token's metadata and picture on IPFS (docs/decisions/0063), by which the gateway finds whose they are: their SHA-256 in hex.
-- A job fills them for tokens that were issued before. Adds a column without a default; the indexes are built over as many rows as there are tokens.
alter table wrap_token add column ipfs_blocks text[];
create index wrap_token_ipfs_blocks on wrap_token using gin (ipfs_blocks);
create index wrap_token_unlisted_blocks on wrap_token (song_id) where metadata_cid is not null and ipfs_blocks is null;
