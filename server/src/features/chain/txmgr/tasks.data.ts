import type { Address } from "viem";
import { z } from "zod";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { toAddress } from "../addresses.ts";
import type { ContractKind } from "../contracts/contracts.data.ts";
import type { SettledRequest } from "./continuations.data.ts";

type TaskKind = "DEPLOY" | "CREATE_COLLECTION" | "MINT_WRAP" | "REFRESH_METADATA" | "TRANSFER_WRAP";

/** Payloads of the task kinds, as the database stores them. */
export const deployPayload = z.object({
  contract: z.enum(["CAMPAIGN_FACTORY", "WRAP_TOKEN", "WRAP_TOKEN_2"]),
});
export const createCollectionPayload = z.object({
  campaignId: z.number().int().nonnegative(),
  init: z.object({
    name: z.string(),
    symbol: z.string(),
    baseURI: z.string(),
    contractURI: z.string(),
    maxSupply: z.number().int().nonnegative(),
    royaltyReceiver: z.string().nullable(),
    royaltyBasisPoints: z.number().int().min(0).max(10_000),
  }),
});
/**
 * Requests of versions without royalties have `fixedUri` instead of `metadataUri`. Workers of those versions refuse newer requests, because
 * they would mint them without the royalty.
 */
export const mintWrapPayload = z
  .object({
    songId: z.number().int().nonnegative(),
    owner: z.string(),
    /** Empty if this program serves the metadata. */
    metadataUri: z.string().optional(),
    fixedUri: z.string().optional(),
    royalty: z
      .object({ receiver: z.string(), basisPoints: z.number().int().min(1).max(10_000) })
      .nullable()
      .default(null),
  })
  .transform(({ fixedUri, metadataUri, ...payload }) => ({
    ...payload,
    metadataUri: metadataUri ?? fixedUri ?? "",
  }));

/** `songId` names the token of a wrap; null stands for all tokens of a collection. */
export const refreshMetadataPayload = z.object({
  contract: z.string(),
  songId: z.number().int().nonnegative().nullable(),
});

/** The receiver is a wallet of the account when the transaction is signed. Workers of earlier versions refuse it, because it has no `owner`. */
export const transferWrapPayload = z.object({
  contract: z.string(),
  songId: z.number().int().nonnegative(),
  receiver: z.string(),
  accountId: z.string(),
});

export type TaskRow = {
  id: number;
  kind: TaskKind;
  payload: unknown;
  reverts: number;
  /** The address of what the task creates, as of its last signing. */
  address: Address | null;
};
type Row = Omit<TaskRow, "address"> & { address: string | null };

const columns = sql`id, kind, payload, reverts, address`;
const toTask = (row: Row): TaskRow => ({
  ...row,
  address: row.address === null ? null : toAddress(row.address),
});

/** `jobPayload` is that of the continuation's job. */
export type NewTask = {
  network: string;
  key: string;
  kind: TaskKind;
  payload: string;
  job: string | null;
  jobPayload: string | null;
  now: Date;
};

/** Inserts a task, or queues it again if it has failed. Any other task with the key stays as it is. */
export async function insertTask(tx: Executor, task: NewTask): Promise<void> {
  const { network, key, kind, payload, job, jobPayload, now } = task;
  await sql`
    insert into chain_task (network, key, kind, payload, state, then_job, then_payload, created_at)
    values (${network}, ${key}, ${kind}, ${payload}::jsonb, 'WAITING', ${job}, ${jobPayload}::jsonb, ${now})
    on conflict (network, key) do update set state = 'WAITING', payload = excluded.payload, problem = null, reverts = 0,
      then_job = excluded.then_job, then_payload = excluded.then_payload, told_at = null,
      created_at = excluded.created_at
    where chain_task.state = 'FAILED'`.execute(tx);
}

/** Requests a contract, unless it was requested before. */
export async function ensureDeployTask(
  db: Executor,
  { network, contract, now }: { network: string; contract: ContractKind; now: Date },
): Promise<void> {
  await sql`
    insert into chain_task (network, key, kind, payload, state, created_at)
    values (${network}, ${deployKey(contract)}, 'DEPLOY', ${JSON.stringify({ contract })}::jsonb, 'WAITING', ${now})
    on conflict (network, key) do nothing`.execute(db);
}

export const deployKey = (contract: ContractKind) => `deploy ${contract}`;

export async function listWaitingTasks(db: Executor, network: string, limit: number): Promise<TaskRow[]> {
  const { rows } = await sql<Row>`
    select ${columns} from chain_task
    where network = ${network} and state = 'WAITING' order by id limit ${limit}`.execute(db);
  return rows.map(toTask);
}

export async function listTasksByTransactions(
  tx: Executor,
  transactionIds: readonly number[],
): Promise<(TaskRow & { transactionId: number })[]> {
  const { rows } = await sql<Row & { transactionId: number }>`
    select ${columns}, transaction_id as "transactionId" from chain_task
    where transaction_id = any(${[...transactionIds]}::bigint[]) and state = 'SENT' order by id`.execute(tx);
  return rows.map((row) => ({ ...toTask(row), transactionId: row.transactionId }));
}

/** Links a task to its transaction. Returns false if it is no longer waiting, or its payload has changed since. */
export async function linkTask(
  tx: Executor,
  { id, payload }: Pick<TaskRow, "id" | "payload">,
  { transactionId, address }: { transactionId: number; address: Address },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update chain_task set state = 'SENT', transaction_id = ${transactionId}, address = ${address}
    where id = ${id} and state = 'WAITING' and payload = ${JSON.stringify(payload)}::jsonb`.execute(tx);
  return numAffectedRows === 1n;
}

/** Cancels a waiting task without enqueuing its continuation. Returns false if a transaction was ever signed for it. */
export async function cancelTask(tx: Executor, network: string, key: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update chain_task set state = 'FAILED', problem = 'The request was cancelled.', then_job = null, then_payload = null
    where network = ${network} and key = ${key} and state = 'WAITING' and address is null`.execute(tx);
  return numAffectedRows === 1n;
}

/** Marks a task as done or failed. Returns its continuation, or nothing if the task had ended before. */
export async function settleTask(
  tx: Executor,
  id: number,
  { problem, address, now }: { problem: string | null; address: Address | null; now: Date },
): Promise<SettledRequest[]> {
  const { rows } = await sql<SettledRequest>`
    with ending as (
      select id, then_job as job, then_payload as payload, told_at is not null as notified
      from chain_task where id = ${id} and state in ('WAITING', 'SENT') for update
    ), ended as (
      update chain_task t set state = ${problem === null ? "DONE" : "FAILED"}, problem = ${problem},
        address = ${address}, told_at = ${now}
      from ending e where t.id = e.id
    )
    select job, payload, notified from ending`.execute(tx);
  return rows;
}

export async function requeueTasks(tx: Executor, transactionId: number, isRevert: boolean): Promise<void> {
  await sql`
    update chain_task set state = 'WAITING', transaction_id = null, reverts = reverts + ${isRevert ? 1 : 0}
    where transaction_id = ${transactionId} and state in ('SENT', 'DONE')`.execute(tx);
}

export async function countTaskRevert(db: Executor, id: number): Promise<void> {
  await sql`update chain_task set reverts = reverts + 1 where id = ${id} and state = 'WAITING'`.execute(db);
}

/** Finds the address of what a task has created. */
export async function findTaskAddress(
  db: Executor,
  network: string,
  key: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ address: string }>`
    select address from chain_task where network = ${network} and key = ${key} and state = 'DONE'`.execute(
    db,
  );
  return rows[0]?.address;
}

/** Replaces the operator's address as the owner of tokens in custody on some networks. */
export async function replaceCustodian(
  db: Executor,
  { from, to, networks }: { from: Address; to: Address; networks: readonly string[] },
): Promise<void> {
  await sql`
    update chain_task set payload = jsonb_set(payload, '{owner}', to_jsonb(${to}::text))
    where kind = 'MINT_WRAP' and payload ->> 'owner' = ${from} and network = any(${[...networks]})`.execute(
    db,
  );
}
