import type { Address } from "viem";
import { exists, mintBatch, mintTopics } from "../contracts/contract-calls.ts";
import type { Call, RpcClient } from "../rpc/rpc-client.ts";
import { hasExceededReverts, settleMint, UNEXPLAINED_REVERT } from "./completion.ts";
import { countMintRevert, listWaitingMints, type Mint } from "./mints.data.ts";
import {
  allSettledOrThrow,
  type ChainState,
  explainRevert,
  operatorCall,
  type PreparedTransaction,
  reportMissingContract,
  type TxManagerRun,
  withGasMargin,
} from "./run.ts";

const BATCH_SIZE = 50;
/** Waiting mints read in one tick: enough to fill its batches if the mints of several campaigns are interleaved. */
const MAX_MINTS_READ = 400;

/** Builds at most `slots` batches from the mints that have waited longest, each for one collection, and simulates them. */
export async function prepareMints(
  run: TxManagerRun,
  state: ChainState,
  slots: number,
): Promise<PreparedTransaction[]> {
  if (slots <= 0) return [];
  const waiting = await listWaitingMints(run.context.db, {
    network: run.network.name,
    deferred: [...run.deferred],
    limit: MAX_MINTS_READ,
  });
  const batches = buildBatches(waiting).slice(0, slots);
  const prepared = await allSettledOrThrow(batches.map((mints) => prepareBatch(run, state, mints)));
  return prepared.filter((transaction) => transaction !== undefined);
}

/** Groups mints by collection, ordered by the first mint of each batch. Each revert of a mint halves the batch it may join. */
export function buildBatches(mints: readonly Mint[]): Mint[][] {
  const batches: Mint[][] = [];
  const filling = new Map<Address, Mint[]>();
  for (const mint of mints) {
    const batch = filling.get(mint.collection);
    const maxSize = ({ reverts }: Mint) => Math.max(1, BATCH_SIZE >> reverts);
    if (batch !== undefined && [...batch, mint].every((member) => batch.length < maxSize(member))) {
      batch.push(mint);
    } else {
      const next = [mint];
      batches.push(next);
      filling.set(mint.collection, next);
    }
  }
  return batches;
}

/** Simulates a batch. If it would revert, tries its first half instead, until the mint that reverts is alone. */
async function prepareBatch(
  run: TxManagerRun,
  state: ChainState,
  mints: readonly Mint[],
): Promise<PreparedTransaction | undefined> {
  const [first] = mints;
  if (first === undefined) return undefined;
  const { collection } = first;
  const call = operatorCall(run, collection, mintBatch.encode(mints));
  const result = await run.rpc.call(call);
  if (!result.ok) {
    const reason = explainRevert(run, collection, result);
    if (reason.kind === "NOT_OPERATOR") run.deferred.add(collection);
    else if (mints.length > 1) return prepareBatch(run, state, mints.slice(0, Math.ceil(mints.length / 2)));
    else if (reason.kind === "PERMANENT") await failMint(run, first, reason.problem);
    else await retryOrFail(run, first);
    return undefined;
  }
  if (result.data === "0x") {
    reportMissingContract(run, collection);
    run.deferred.add(collection);
    return undefined;
  }
  if (mintBatch.decode(result.data) < mints.length) {
    const rest = await excludeExisting(run, state, collection, mints);
    return rest.length < mints.length ? prepareBatch(run, state, rest) : undefined;
  }
  const gas = await estimateBatchGas(run, call, mints.length);
  const tokenIds = mints.map(({ tokenId }) => tokenId);
  return gas === undefined
    ? undefined
    : { to: collection, data: call.data, gas, work: { kind: "MINTS", collection, tokenIds } };
}

/** Completes mints whose token exists in a confirmed block, even one minted elsewhere. Returns the mints without a token. */
async function excludeExisting(
  run: TxManagerRun,
  state: ChainState,
  collection: Address,
  mints: readonly Mint[],
) {
  const found = await findExisting(run.rpc, collection, mints, "latest");
  if (state.confirmedBlock >= 0 && found.size > 0) {
    for (const mint of await findExisting(run.rpc, collection, [...found], state.confirmedBlock)) {
      await completeExisting(run, mint);
    }
  }
  return mints.filter((mint) => !found.has(mint));
}

async function findExisting(
  rpc: RpcClient,
  collection: Address,
  mints: readonly Mint[],
  block: number | "latest",
) {
  const data = exists.encode(mints.map(({ tokenId }) => tokenId));
  const result = await rpc.call({ to: collection, data }, block);
  const answers = result.ok && result.data !== "0x" ? exists.decode(result.data) : [];
  return new Set(mints.filter((_, at) => answers[at] === true));
}

async function completeExisting(run: TxManagerRun, mint: Mint): Promise<void> {
  const filter = { address: mint.collection, topics: mintTopics(mint.tokenId) };
  const [hash = ""] = (await run.rpc.findLogTransactions(filter)) ?? [];
  await run.context.db.transaction().execute((tx) => settleMint(run, tx, mint, { ok: true, hash }));
}

async function failMint(run: TxManagerRun, mint: Mint, problem: string): Promise<void> {
  const { collection, tokenId } = mint;
  run.context.log.warn({ network: run.network.name, collection, tokenId, problem }, "mint failed");
  await run.context.db.transaction().execute((tx) => settleMint(run, tx, mint, { ok: false, problem }));
}

/** Handles a revert without a reason. It may be the node's fault, so the mint is tried again a few times, in later runs. */
async function retryOrFail(run: TxManagerRun, mint: Mint): Promise<void> {
  const { collection, tokenId } = mint;
  if (hasExceededReverts(mint.reverts)) return failMint(run, mint, UNEXPLAINED_REVERT);
  run.deferred.add(collection);
  await countMintRevert(run.context.db, { network: run.network.name, collection, tokenIds: [tokenId] });
}

/**
 * Gas estimates by node and batch size. An estimate costs a node as much as several calls, and batches of the same size hardly
 * differ. An estimate may be too low for another batch, because minting to an address that has tokens costs less; `fullBatchGas`
 * covers that on chains with Ethereum's gas costs.
 */
const estimates = new Map<string, bigint>();
const fullBatchGas = (tokens: number) => 90_000n + 60_000n * BigInt(tokens);

async function estimateBatchGas({ network, rpc }: TxManagerRun, call: Call, tokens: number) {
  const key = `${network.rpcUrl} ${tokens}`;
  const estimated = estimates.get(key) ?? (await estimateGas(rpc, call));
  if (estimated === undefined) return undefined;
  estimates.set(key, estimated);
  const gas = withGasMargin(estimated);
  return gas > fullBatchGas(tokens) ? gas : fullBatchGas(tokens);
}

async function estimateGas(rpc: RpcClient, call: Call): Promise<bigint | undefined> {
  const result = await rpc.estimateGas(call);
  return result.ok ? BigInt(result.data) : undefined;
}
