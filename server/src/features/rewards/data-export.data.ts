import type { ClaimAnswer } from "@wrapsody/shared/rewards/claim-questions.ts";
import { pagedRows } from "../../platform/api/streamed-json.ts";
import { type Executor, sql } from "../../platform/database/database.ts";
import { type ExportTable, paged } from "../accounts/index.ts";
import { openAnswers } from "./claims/answers.ts";

/** Exports the points, claims, downloads, holds and announced rewards of an account. */
export const rewardsExport = {
  balances: paged(listOwnBalances),
  entries: paged(listOwnEntries),
  claims: (db, accountId, _now, encryption) =>
    pagedRows<OwnClaim>(async (limit, after) => {
      const rows = await listOwnClaims(db, accountId, { limit, after });
      return rows.map(({ answersSealed, ...claim }) => ({
        ...claim,
        answers: openAnswers({ encryption }, claim.id, answersSealed),
      }));
    }),
  downloads: paged(listOwnDownloads),
  holds: paged(listOwnHolds),
  reached: paged(listOwnReached),
} satisfies ExportTable;

/** An entry of the ledger. The song's name is null if the song was deleted. */
type OwnEntry = {
  song_id: number;
  song: string | null;
  key: string;
  kind: string;
  points: number;
  created_at: string;
};

async function listOwnEntries(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnEntry | undefined },
): Promise<OwnEntry[]> {
  const further =
    after === undefined
      ? sql`true`
      : sql`e.created_at <= ${after.created_at}
          and (e.created_at, e.song_id, e.key) < (${after.created_at}, ${after.song_id}, ${after.key})`;
  const { rows } = await sql<OwnEntry>`
    select e.song_id, s.name as song, e.key, e.kind, e.points, e.created_at
    from point_entry e left join song s on s.id = e.song_id
    where e.account_id = ${accountId} and ${further}
    order by e.created_at desc, e.song_id desc, e.key desc limit ${limit}`.execute(db);
  return rows;
}

type OwnBalance = {
  song_id: number;
  song: string | null;
  points: number;
  last_listen_at: string | null;
};

async function listOwnBalances(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnBalance | undefined },
): Promise<OwnBalance[]> {
  const { rows } = await sql<OwnBalance>`
    select b.song_id, s.name as song, b.points, b.last_listen_at
    from point_balance b left join song s on s.id = b.song_id
    where b.account_id = ${accountId} and b.song_id > ${after?.song_id ?? 0}
    order by b.song_id limit ${limit}`.execute(db);
  return rows;
}

/** A claim. The song's name is null if the song was deleted. */
type OwnClaim = {
  id: number;
  song_id: number;
  song: string | null;
  reward: string;
  reward_type: string;
  state: string;
  points: number;
  reason: string | null;
  created_at: string;
  changed_at: string;
  /** When a door admitted its ticket. */
  admitted_at: string | null;
  answers: ClaimAnswer[];
};

async function listOwnClaims(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnClaim | undefined },
): Promise<(Omit<OwnClaim, "answers"> & { answersSealed: Buffer | null })[]> {
  const { rows } = await sql<Omit<OwnClaim, "answers"> & { answersSealed: Buffer | null }>`
    select k.id, k.song_id, s.name as song, r.name as reward, r.reward_type, k.state, k.points, k.reason, k.created_at, k.changed_at,
      t.admitted_at, k.answers_sealed as "answersSealed"
    from reward_claim k join reward r on r.id = k.reward_id left join song s on s.id = k.song_id
      left join ticket t on t.claim_id = k.id
    where k.account_id = ${accountId} and k.id > ${after?.id ?? 0} order by k.id limit ${limit}`.execute(db);
  return rows;
}

/** A downloaded file: the verified wallet and token, and the serial in its tag. */
type OwnDownload = {
  serial: string;
  claim_id: number;
  wallet: string | null;
  network: string;
  contract: string;
  token_id: number;
  created_at: string;
};

async function listOwnDownloads(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnDownload | undefined },
): Promise<OwnDownload[]> {
  const { rows } = await sql<OwnDownload>`
    select d.serial, d.claim_id, d.wallet, d.network, d.contract, d.token_id, d.created_at
    from reward_claim k join wrapped_download d on d.claim_id = k.id
    where k.account_id = ${accountId} and (d.claim_id, d.serial) > (${after?.claim_id ?? 0}, ${after?.serial ?? ""})
    order by d.claim_id, d.serial limit ${limit}`.execute(db);
  return rows;
}

/** Points on hold and the decision about them. */
type OwnHold = {
  id: number;
  song_id: number;
  song: string | null;
  kind: string;
  points: number;
  reason: string;
  state: string;
  created_at: string;
  decided_at: string | null;
};

async function listOwnHolds(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnHold | undefined },
): Promise<OwnHold[]> {
  const { rows } = await sql<OwnHold>`
    select h.id, h.song_id, s.name as song, h.kind, h.points, h.reason, h.state, h.created_at, h.decided_at
    from point_hold h left join song s on s.id = h.song_id
    where h.account_id = ${accountId} and h.id > ${after?.id ?? 0} order by h.id limit ${limit}`.execute(db);
  return rows;
}

type OwnReached = { reward_id: number; reward: string; song_id: number; reached_at: string };

/** Lists the rewards that came within reach of the account, which was notified of each. */
async function listOwnReached(
  db: Executor,
  accountId: string,
  { limit, after }: { limit: number; after: OwnReached | undefined },
): Promise<OwnReached[]> {
  const { rows } = await sql<OwnReached>`
    select a.reward_id, r.name as reward, r.song_id, a.reached_at
    from reward_reached a join reward r on r.id = a.reward_id
    where a.account_id = ${accountId} and a.reward_id > ${after?.reward_id ?? 0}
    order by a.reward_id limit ${limit}`.execute(db);
  return rows;
}
