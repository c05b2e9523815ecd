-- Artworks that are kept for their owners until they give a wallet (docs/decisions/0079). Locks participation, participant, qr_confirmation and
-- wrapped_download exclusively for an instant: no row is read.
alter table participation alter column wallet drop not null;
alter table participation add constraint participation_line_has_wallet check (wallet is not null or batch_id is null) not valid;

alter table participant alter column owner_wallet_address drop not null;
-- KEPT: rendered, and minted once its owner gives a wallet.
alter table participant drop constraint participant_state_check;
alter table participant add constraint participant_state_check
  check (state in ('DRAWN', 'RENDERED', 'KEPT', 'MINTING', 'MINTED', 'FAILED')) not valid;
alter table participant add constraint participant_minted_to_wallet
  check (owner_wallet_address is not null or state in ('DRAWN', 'KEPT', 'FAILED')) not valid;

-- Without a wallet, the owner of a kept artwork proved by session.
alter table qr_confirmation alter column wallet drop not null;
alter table wrapped_download alter column wallet drop not null;
