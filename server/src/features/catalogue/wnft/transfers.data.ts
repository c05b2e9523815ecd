import type { TokenTransfer } from "@wrapsody/shared/catalogue/wnft.ts";
import type { Network } from "@wrapsody/shared/experiences/chain.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";

const columns = sql`id, wallet, state, problem, hash, requested_at, ended_at`;

/** Transfers of one token that are listed. Only the latest can be pending or done. */
const MAX_LISTED = 20;

/** Lists the transfers of a token, the latest first. */
export async function listTransfers(db: Executor, songId: number): Promise<TokenTransfer[]> {
  const { rows } = await sql<TokenTransfer>`
    select ${columns} from wrap_token_transfer where song_id = ${songId} order by id desc limit ${MAX_LISTED}`.execute(
    db,
  );
  return rows;
}

export type CustodyToken = {
  network: Network;
  contract: string | null;
  is_minted: boolean;
  in_custody: boolean;
  is_moving: boolean;
};

/** Locks the token of a song; undefined if none was issued here. */
export async function lockToken(tx: Executor, songId: number): Promise<CustodyToken | undefined> {
  const { rows: locked } = await sql`select from wrap_token where song_id = ${songId} for update`.execute(tx);
  if (locked.length === 0) return undefined;
  // Read once it is locked, so that a transfer that was just requested is seen.
  const { rows } = await sql<CustodyToken>`
    select t.network, s.contract_address as contract, t.state = 'MINTED' as is_minted, t.in_custody,
      exists (select from wrap_token_transfer where song_id = t.song_id and state = 'PENDING') as is_moving
    from wrap_token t join song s on s.id = t.song_id where t.song_id = ${songId}`.execute(tx);
  return rows[0];
}

/** Inserts a transfer. `tx` holds the token, which is in custody and not moving. */
export async function insertTransfer(
  tx: Executor,
  { songId, accountId, wallet, now }: { songId: number; accountId: string; wallet: string; now: Date },
): Promise<TokenTransfer> {
  const { rows } = await sql<TokenTransfer>`
    insert into wrap_token_transfer (song_id, account_id, wallet, state, requested_at)
    values (${songId}, ${accountId}, ${wallet}, 'PENDING', ${now}) returning ${columns}`.execute(tx);
  const [transfer] = rows;
  if (transfer === undefined) throw new Error("the transfer was not stored");
  return transfer;
}

type Ended = { songId: number; transfer: number; now: Date };

/** Marks a pending transfer as done: the token is the wallet's. An empty hash means unknown. Does nothing if it had ended. */
export async function markTransferred(
  tx: Executor,
  { songId, transfer, hash, now }: Ended & { hash: string },
): Promise<void> {
  await sql`
    with done as (
      update wrap_token_transfer set state = 'DONE', hash = nullif(${hash}, ''), ended_at = ${now}
      where id = ${transfer} and song_id = ${songId} and state = 'PENDING' returning song_id, wallet
    )
    update wrap_token t set owner = done.wallet, in_custody = false from done where t.song_id = done.song_id`.execute(
    tx,
  );
}

/** Marks a pending transfer as failed: the token stays in custody. Does nothing if it had ended. */
export async function markTransferFailed(
  tx: Executor,
  { songId, transfer, problem, now }: Ended & { problem: string },
): Promise<void> {
  await sql`
    update wrap_token_transfer set state = 'FAILED', problem = ${problem}, ended_at = ${now}
    where id = ${transfer} and song_id = ${songId} and state = 'PENDING'`.execute(tx);
}
