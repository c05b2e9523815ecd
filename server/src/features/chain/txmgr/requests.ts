import type { Network } from "@wrapsody/shared/chain.ts";
import { zeroAddress } from "viem";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import type { ContractKind } from "../contracts/contracts.data.ts";
import { toAddress } from "../hex.ts";
import { scheduleTxManager } from "../jobs.ts";
import { insertMints, type NewMint } from "./mints.data.ts";
import type { Continuation } from "./outcome.ts";
import { createCollectionPayload, deployPayload, mintWrapPayload } from "./payloads.ts";
import { cancelTask, insertTask, type NewTask } from "./tasks.data.ts";

/** What a collection is set up with; see `ICampaignCollection.Init`. Addresses of roles are the house's own. */
export type CollectionInit = {
  name: string;
  symbol: string;
  baseURI: string;
  contractURI: string;
  /** 0 is without limit. */
  maxSupply: number;
  royaltyReceiver: string | null;
  royaltyBasisPoints: number;
};

/**
 * Asks for the collection of a campaign, in the caller's transaction: it is created once, however often this is asked.
 * `then` is enqueued with the address. After a failure it can be asked for anew.
 */
export type RequestCollection = (
  context: Context,
  tx: Executor,
  given: { network: Network; campaignId: number; init: CollectionInit; then: Continuation },
) => Promise<void>;

/**
 * Asks for tokens of a collection. A number that was asked for before keeps its first owner and its first `then`, unless it has
 * failed: then it is asked for anew. Throws for what is no address, and for the zero address.
 */
export type RequestMints = (
  context: Context,
  tx: Executor,
  given: {
    network: Network;
    collection: string;
    tokens: readonly { tokenId: number; owner: string; then: Continuation }[];
  },
) => Promise<void>;

/** Asks for the token of a song. `fixedUri` is empty where the metadata is the program's own. */
export type RequestWrapToken = (
  context: Context,
  tx: Executor,
  given: { network: Network; songId: number; owner: string; fixedUri: string; then: Continuation },
) => Promise<void>;

export const requestCollection: RequestCollection = async (
  context,
  tx,
  { network, campaignId, init, then },
) => {
  const payload = createCollectionPayload.parse({ campaignId, init });
  if (init.royaltyReceiver !== null) toAddress(init.royaltyReceiver);
  await ensureDeployed(context, tx, network, "CAMPAIGN_FACTORY");
  const task = { network, key: collectionKey(campaignId), kind: "CREATE_COLLECTION" } as const;
  await addTask(context, tx, { ...task, payload, then });
  await scheduleTxManager(context.queue, tx, network);
};

/**
 * Takes back what was asked for a campaign's collection, in the caller's transaction, as long as nothing was ever signed for it;
 * it can be asked for anew. Answers false where it is too late: it is under way, there, or has just failed.
 */
export const cancelCollectionRequest = (
  tx: Executor,
  { network, campaignId }: { network: Network; campaignId: number },
): Promise<boolean> => cancelTask(tx, network, collectionKey(campaignId));

export const requestMints: RequestMints = async (context, tx, { network, collection, tokens }) => {
  const mints = new Map<number, NewMint>();
  for (const { tokenId, owner, then } of tokens) {
    if (!Number.isSafeInteger(tokenId) || tokenId < 0) throw new Error(`${tokenId} is no token's number`);
    if (mints.has(tokenId)) continue;
    mints.set(tokenId, {
      tokenId,
      owner: parseOwner(owner),
      job: then.job,
      payload: JSON.stringify(then.payload),
    });
  }
  if (mints.size === 0) return;
  const now = context.clock.now();
  await insertMints(tx, { network, collection: toAddress(collection), mints: [...mints.values()], now });
  await scheduleTxManager(context.queue, tx, network);
};

export const requestWrapToken: RequestWrapToken = async (context, tx, given) => {
  const { network, songId, owner, fixedUri, then } = given;
  const payload = mintWrapPayload.parse({ songId, owner: parseOwner(owner), fixedUri });
  await ensureDeployed(context, tx, network, "WRAP_TOKEN");
  await addTask(context, tx, { network, key: wrapKey(songId), kind: "MINT_WRAP", payload, then });
  await scheduleTxManager(context.queue, tx, network);
};

/** The house's own contracts are deployed when the first thing needs them. */
async function ensureDeployed(
  context: Context,
  tx: Executor,
  network: Network,
  contract: ContractKind,
): Promise<void> {
  const payload = deployPayload.parse({ contract });
  await addTask(context, tx, {
    network,
    key: `deploy ${contract}`,
    kind: "DEPLOY",
    payload,
  });
}

type TaskRequest = Pick<NewTask, "network" | "key" | "kind"> & { payload: unknown; then?: Continuation };

async function addTask(
  { clock }: Context,
  tx: Executor,
  { payload, then, ...named }: TaskRequest,
): Promise<void> {
  const thenPayload = then === undefined ? null : JSON.stringify(then.payload);
  const task = { ...named, payload: JSON.stringify(payload), job: then?.job ?? null, thenPayload };
  await insertTask(tx, { ...task, now: clock.now() });
}

/** What a campaign's collection is asked for by. */
export const collectionKey = (campaignId: number) => `collection ${campaignId}`;
const wrapKey = (songId: number) => `wrap ${songId}`;

/** Contracts refuse the zero address, and with it all that is in the same batch. */
function parseOwner(address: string) {
  const owner = toAddress(address);
  if (owner === zeroAddress) throw new Error("the zero address owns nothing");
  return owner;
}
