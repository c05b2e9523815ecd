import type { Address } from "viem";
import { exists, mintBatch, mintTopics } from "./calls.ts";
import { countRefusal, endMints, listWaitingMints, type Mint } from "./mints.data.ts";
import { fromOperator, missesContract, type Prepared, refusalIn, withMargin } from "./prepare.ts";
import { isHopeless, unexplained } from "./settle.ts";
import type { Shift, Sight } from "./shift.ts";
import { allWith, enqueueThen } from "./then.data.ts";
import { together } from "./together.ts";

const batchSize = 50;
/** So many that wait are looked at to fill the batches of one round, where campaigns stand mixed in line. */
const window = 400;

/** Takes what waits longest and makes batches of it, at most `slots`, each of one collection. */
export async function prepareMints(shift: Shift, sight: Sight, slots: number): Promise<Prepared[]> {
  if (slots <= 0) return [];
  const waiting = await listWaitingMints(shift.context.db, {
    network: shift.network.name,
    aside: [...shift.aside],
    limit: window,
  });
  const batches = batchesOf(waiting).slice(0, slots);
  const prepared = await together(batches.map((mints) => prepareBatch(shift, sight, mints)));
  return prepared.filter((one) => one !== undefined);
}

/** In the order of their first; each revert that a token was part of halves the batch that it may be part of. */
export function batchesOf(mints: readonly Mint[]): Mint[][] {
  const batches: Mint[][] = [];
  const filling = new Map<Address, Mint[]>();
  for (const mint of mints) {
    const batch = filling.get(mint.collection);
    const room = (most: Mint) => Math.max(1, batchSize >> most.reverts);
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
  shift: Shift,
  sight: Sight,
  mints: readonly Mint[],
): Promise<Prepared | undefined> {
  const [first] = mints;
  if (first === undefined) return undefined;
  const { collection } = first;
  const call = fromOperator(shift, collection, mintBatch.data(mints));
  const tried = await shift.node.call(call);
  if (!tried.ok) {
    const refusal = refusalIn(shift, collection, tried);
    if (refusal.kind === "NOT_OPERATOR") shift.aside.add(collection);
    else if (mints.length > 1) return prepareBatch(shift, sight, mints.slice(0, Math.ceil(mints.length / 2)));
    else if (refusal.kind === "FOR_GOOD") await fail(shift, first, refusal.problem);
    else await puzzle(shift, first);
    return undefined;
  }
  if (tried.data === "0x") {
    missesContract(shift, collection);
    shift.aside.add(collection);
    return undefined;
  }
  if (mintBatch.read(tried.data) < mints.length) {
    const rest = await leaveOutExisting(shift, sight, collection, mints);
    return rest.length < mints.length ? prepareBatch(shift, sight, rest) : undefined;
  }
  const gas = await gasFor(shift, call, mints.length);
  const tokenIds = mints.map(({ tokenId }) => tokenId);
  return gas === undefined
    ? undefined
    : { to: collection, data: call.data, gas, work: { kind: "MINTS", collection, tokenIds } };
}

/** What is on the chain already, deep enough, is done, whoever sent it. Answers what is not there at all. */
async function leaveOutExisting(shift: Shift, sight: Sight, collection: Address, mints: readonly Mint[]) {
  const found = await existing(shift, collection, mints, "latest");
  if (sight.settled >= 0 && found.size > 0) {
    for (const { tokenId } of await existing(shift, collection, [...found], sight.settled)) {
      await finishFound(shift, collection, tokenId);
    }
  }
  return mints.filter((mint) => !found.has(mint));
}

async function existing({ node }: Shift, collection: Address, mints: readonly Mint[], at: number | "latest") {
  const data = exists.data(mints.map(({ tokenId }) => tokenId));
  const tried = await node.call({ to: collection, data }, at);
  const answers = tried.ok && tried.data !== "0x" ? exists.read(tried.data) : [];
  return new Set(mints.filter((_, at) => answers[at] === true));
}

async function finishFound(shift: Shift, collection: Address, tokenId: number): Promise<void> {
  const { context, network, node } = shift;
  const [hash = ""] = (await node.origins({ address: collection, topics: mintTopics(tokenId) })) ?? [];
  const one = { network: network.name, collection, tokenIds: [tokenId] };
  await context.db.transaction().execute(async (tx) => {
    const closed = await endMints(tx, one, { problem: null, now: context.clock.now() });
    await enqueueThen(tx, allWith(closed, { ok: true, hash }));
  });
}

async function fail(
  { context, network }: Shift,
  { collection, tokenId }: Mint,
  problem: string,
): Promise<void> {
  context.log.warn({ network: network.name, collection, tokenId, problem }, "a token cannot be minted");
  const one = { network: network.name, collection, tokenIds: [tokenId] };
  await context.db.transaction().execute(async (tx) => {
    const closed = await endMints(tx, one, { problem, now: context.clock.now() });
    await enqueueThen(tx, allWith(closed, { ok: false, problem }));
  });
}

/** It may be the node's fault: tried again a few times, in later shifts. */
async function puzzle(shift: Shift, mint: Mint): Promise<void> {
  const { collection, tokenId } = mint;
  if (isHopeless(mint.reverts)) return fail(shift, mint, unexplained);
  shift.aside.add(collection);
  await countRefusal(shift.context.db, { network: shift.network.name, collection, tokenIds: [tokenId] });
}

/**
 * Estimates cost a node as much as several calls, and of batches of the same size they hardly differ: one is kept for each.
 * They may have met owners with tokens, who cost less; what a token takes at most is known for chains that count as Ethereum.
 */
const estimates = new Map<string, bigint>();
const atMost = (tokens: number) => 90_000n + 60_000n * BigInt(tokens);

async function gasFor({ network, node }: Shift, call: Parameters<typeof node.gas>[0], tokens: number) {
  const key = `${network.rpcUrl} ${tokens}`;
  const known = estimates.get(key);
  const estimated = known ?? (await estimate(node, call));
  if (estimated === undefined) return undefined;
  estimates.set(key, estimated);
  const wanted = withMargin(estimated);
  return wanted > atMost(tokens) ? wanted : atMost(tokens);
}

async function estimate(
  node: Shift["node"],
  call: Parameters<typeof node.gas>[0],
): Promise<bigint | undefined> {
  const tried = await node.gas(call);
  return tried.ok ? BigInt(tried.data) : undefined;
}
