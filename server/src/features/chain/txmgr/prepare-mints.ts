import type { Address } from "viem";
import { exists, mintBatch, mintTopics } from "../contracts/contract-calls.ts";
import { allSettledOrThrow } from "./all-settled.ts";
import { hasExceededReverts, UNEXPLAINED_REVERT } from "./completion.ts";
import { enqueueContinuations, withOutcome } from "./continuations.data.ts";
import { countMintRevert, listWaitingMints, type Mint, settleWaitingMints } from "./mints.data.ts";
import {
  explainRevert,
  operatorCall,
  type PreparedTransaction,
  reportMissingContract,
  withGasMargin,
} from "./prepare.ts";
import type { ChainState, TxManagerRun } from "./run.ts";

const BATCH_SIZE = 50;
/** So many that wait are looked at to fill the batches of one round, where campaigns stand mixed in line. */
const MAX_MINTS_READ = 400;

/** Takes what waits longest and makes batches of it, at most `slots`, each of one collection. */
export async function prepareMints(
  run: TxManagerRun,
  state: ChainState,
  slots: number,
): Promise<PreparedTransaction[]> {
  if (slots <= 0) return [];
  const waiting = await listWaitingMints(run.context.db, {
    network: run.network.name,
    aside: [...run.deferred],
    limit: MAX_MINTS_READ,
  });
  const batches = buildBatches(waiting).slice(0, slots);
  const prepared = await allSettledOrThrow(batches.map((mints) => prepareBatch(run, state, mints)));
  return prepared.filter((one) => one !== undefined);
}

/** In the order of their first; each revert that a token was part of halves the batch that it may be part of. */
export function buildBatches(mints: readonly Mint[]): Mint[][] {
  const batches: Mint[][] = [];
  const filling = new Map<Address, Mint[]>();
  for (const mint of mints) {
    const batch = filling.get(mint.collection);
    const room = (most: Mint) => Math.max(1, BATCH_SIZE >> most.reverts);
    if (batch !== undefined && [...batch, mint].every((one) => batch.length < room(one))) {
      batch.push(mint);
    } else {
      const next = [mint];
      batches.push(next);
      filling.set(mint.collection, next);
    }
  }
  return batches;
}

/** Tries a batch on the chain as it is: the whole, or else the part at its beginning that would work. */
async function prepareBatch(
  run: TxManagerRun,
  state: ChainState,
  mints: readonly Mint[],
): Promise<PreparedTransaction | undefined> {
  const [first] = mints;
  if (first === undefined) return undefined;
  const { collection } = first;
  const call = operatorCall(run, collection, mintBatch.encode(mints));
  const tried = await run.rpc.call(call);
  if (!tried.ok) {
    const refusal = explainRevert(run, collection, tried);
    if (refusal.kind === "NOT_OPERATOR") run.deferred.add(collection);
    else if (mints.length > 1) return prepareBatch(run, state, mints.slice(0, Math.ceil(mints.length / 2)));
    else if (refusal.kind === "PERMANENT") await failMint(run, first, refusal.problem);
    else await retryOrFail(run, first);
    return undefined;
  }
  if (tried.data === "0x") {
    reportMissingContract(run, collection);
    run.deferred.add(collection);
    return undefined;
  }
  if (mintBatch.decode(tried.data) < mints.length) {
    const rest = await excludeExisting(run, state, collection, mints);
    return rest.length < mints.length ? prepareBatch(run, state, rest) : undefined;
  }
  const gas = await estimateBatchGas(run, call, mints.length);
  const tokenIds = mints.map(({ tokenId }) => tokenId);
  return gas === undefined
    ? undefined
    : { to: collection, data: call.data, gas, work: { kind: "MINTS", collection, tokenIds } };
}

/** What is on the chain already, deep enough, is done, whoever sent it. Answers what is not there at all. */
async function excludeExisting(
  run: TxManagerRun,
  state: ChainState,
  collection: Address,
  mints: readonly Mint[],
) {
  const found = await findExisting(run, collection, mints, "latest");
  if (state.confirmedBlock >= 0 && found.size > 0) {
    for (const { tokenId } of await findExisting(run, collection, [...found], state.confirmedBlock)) {
      await completeExisting(run, collection, tokenId);
    }
  }
  return mints.filter((mint) => !found.has(mint));
}

async function findExisting(
  { rpc }: TxManagerRun,
  collection: Address,
  mints: readonly Mint[],
  at: number | "latest",
) {
  const data = exists.encode(mints.map(({ tokenId }) => tokenId));
  const tried = await rpc.call({ to: collection, data }, at);
  const answers = tried.ok && tried.data !== "0x" ? exists.decode(tried.data) : [];
  return new Set(mints.filter((_, at) => answers[at] === true));
}

async function completeExisting(run: TxManagerRun, collection: Address, tokenId: number): Promise<void> {
  const { context, network, rpc } = run;
  const [hash = ""] =
    (await rpc.findLogTransactions({ address: collection, topics: mintTopics(tokenId) })) ?? [];
  const one = { network: network.name, collection, tokenIds: [tokenId] };
  await context.db.transaction().execute(async (tx) => {
    const settled = await settleWaitingMints(tx, one, { problem: null, now: context.clock.now() });
    await enqueueContinuations(tx, withOutcome(settled, { ok: true, hash }));
  });
}

async function failMint(
  { context, network }: TxManagerRun,
  { collection, tokenId }: Mint,
  problem: string,
): Promise<void> {
  context.log.warn({ network: network.name, collection, tokenId, problem }, "a token cannot be minted");
  const one = { network: network.name, collection, tokenIds: [tokenId] };
  await context.db.transaction().execute(async (tx) => {
    const settled = await settleWaitingMints(tx, one, { problem, now: context.clock.now() });
    await enqueueContinuations(tx, withOutcome(settled, { ok: false, problem }));
  });
}

/** It may be the node's fault: tried again a few times, in later shifts. */
async function retryOrFail(run: TxManagerRun, mint: Mint): Promise<void> {
  const { collection, tokenId } = mint;
  if (hasExceededReverts(mint.reverts)) return failMint(run, mint, UNEXPLAINED_REVERT);
  run.deferred.add(collection);
  await countMintRevert(run.context.db, { network: run.network.name, collection, tokenIds: [tokenId] });
}

/**
 * Estimates cost a node as much as several calls, and of batches of the same size they hardly differ: one is kept for each.
 * They may have met owners with tokens, who cost less; what a token takes at most is known for chains that count as Ethereum.
 */
const estimates = new Map<string, bigint>();
const maxBatchGas = (tokens: number) => 90_000n + 60_000n * BigInt(tokens);

async function estimateBatchGas(
  { network, rpc }: TxManagerRun,
  call: Parameters<typeof rpc.estimateGas>[0],
  tokens: number,
) {
  const key = `${network.rpcUrl} ${tokens}`;
  const known = estimates.get(key);
  const estimated = known ?? (await estimateGas(rpc, call));
  if (estimated === undefined) return undefined;
  estimates.set(key, estimated);
  const wanted = withGasMargin(estimated);
  return wanted > maxBatchGas(tokens) ? wanted : maxBatchGas(tokens);
}

async function estimateGas(
  rpc: TxManagerRun["rpc"],
  call: Parameters<typeof rpc.estimateGas>[0],
): Promise<bigint | undefined> {
  const tried = await rpc.estimateGas(call);
  return tried.ok ? BigInt(tried.data) : undefined;
}
