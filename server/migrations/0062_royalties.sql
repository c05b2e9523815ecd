-- Resale royalties (ERC-2981) and metadata updates (ERC-4906). Locks `campaign`, `wrap_token` and `chain_*` for
-- as long as new columns and constraints take: no table is rewritten, all are small.

-- `royalty_receiver`: the publisher's wallet that the contract names, from its activation on.
alter table campaign
  add column royalty_basis_points integer not null default 0 check (royalty_basis_points between 0 and 1000),
  add column royalty_receiver text;

alter table wrap_token
  add column royalty_basis_points integer not null default 0 check (royalty_basis_points between 0 and 1000),
  add column royalty_receiver text;

-- Lists the wallets of an account that work on a network, first linked first. `account_of_wallet` is the reverse.
create function wallets_of_account(uuid, text) returns text[] language sql stable parallel safe as $$
  select array(
    select address from wallet where account_id = $1 and network in ('', $2) group by address order by min(linked_at), address)
$$;

-- WRAP_TOKEN_2 pays royalties. Tokens of a network's WRAP_TOKEN stay where they are.
alter table chain_contract drop constraint chain_contract_kind_check;
alter table chain_contract add constraint chain_contract_kind_check
  check (kind in ('CAMPAIGN_FACTORY', 'WRAP_TOKEN', 'WRAP_TOKEN_2'));

-- Metadata updates (ERC-4906). `metadata_changed_at`: when the metadata last changed, until its event is
-- requested. `refreshed_metadata`: hash of the metadata of the last event; null if there was none. `refreshes` counts events, so that each is sent once.
alter table wrap_token
  add column metadata_changed_at timestamptz,
  add column refreshed_metadata text,
  add column refreshed_at timestamptz,
  add column refreshes integer not null default 0;
create index wrap_token_changed on wrap_token (metadata_changed_at) where metadata_changed_at is not null;

alter table campaign
  add column metadata_changed_at timestamptz,
  add column refreshed_metadata text,
  add column refreshed_at timestamptz,
  add column refreshes integer not null default 0;
create index campaign_changed on campaign (metadata_changed_at) where metadata_changed_at is not null;

-- Triggers, because operations of several features change what the metadata of a token contains, also on nodes of earlier versions.
create function mark_wrap_metadata_changed() returns trigger language plpgsql as $$
declare
  changed integer;
begin
  if tg_table_name = 'song' then changed := new.id;
  elsif tg_op = 'DELETE' then changed := old.song_id;
  else changed := new.song_id;
  end if;
  update wrap_token set metadata_changed_at = now() where song_id = changed and state = 'MINTED' and not use_ipfs;
  return null;
end $$;
create trigger song_metadata after update of name, artist, description, iswc, duration, image_id on song for each row
  when (new.nft_confirmed and (old.name, old.artist, old.description, old.iswc, old.duration, old.image_id)
    is distinct from (new.name, new.artist, new.description, new.iswc, new.duration, new.image_id))
  execute function mark_wrap_metadata_changed();
create trigger song_album_metadata after insert or delete or update of isrc, position on song_album for each row
  execute function mark_wrap_metadata_changed();

create function mark_campaign_metadata_changed() returns trigger language plpgsql as $$
begin
  new.metadata_changed_at := now();
  return new;
end $$;
create trigger campaign_metadata before update of description on campaign for each row
  when (new.contract_address is not null and old.description is distinct from new.description)
  execute function mark_campaign_metadata_changed();

alter table chain_task drop constraint chain_task_kind_check;
alter table chain_task add constraint chain_task_kind_check
  check (kind in ('DEPLOY', 'CREATE_COLLECTION', 'MINT_WRAP', 'REFRESH_METADATA'));
