import type { Network } from "@wrapsody/shared/experiences/chain.ts";
import { zeroAddress } from "viem";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { toAddress } from "../addresses.ts";
import type { ContractKind } from "../contracts/contracts.data.ts";
import { scheduleTxManager } from "../jobs.ts";
import type { Continuation } from "./continuations.data.ts";
import { insertMints, type NewMint } from "./mints.data.ts";
import {
  cancelTask,
  createCollectionPayload,
  deployKey,
  deployPayload,
  findTaskAddress,
  insertTask,
  mintWrapPayload,
  type NewTask,
  refreshMetadataPayload,
  transferWrapPayload,
} from "./tasks.data.ts";

/** How a collection is created; see `ICampaignCollection.Init`. Its roles go to the operator. */
export type CollectionInit = {
  name: string;
  symbol: string;
  baseURI: string;
  contractURI: string;
  /** 0 is unlimited. */
  maxSupply: number;
  royaltyReceiver: string | null;
  royaltyBasisPoints: number;
};

/**
 * Requests the collection of a campaign, in the caller's transaction. It is created once, however often it is requested. The outcome
 * that `continuation` gets holds the address. After a failure it can be requested again.
 */
export async function requestCollection(
  context: Context,
  tx: Executor,
  {
    network,
    campaignId,
    init,
    continuation,
  }: { network: Network; campaignId: number; init: CollectionInit; continuation: Continuation },
): Promise<void> {
  const payload = createCollectionPayload.parse({ campaignId, init });
  // Throws if it is not an address.
  if (init.royaltyReceiver !== null) toAddress(init.royaltyReceiver);
  await ensureDeployed(context, tx, network, "CAMPAIGN_FACTORY");
  const task = { network, key: collectionKey(campaignId), kind: "CREATE_COLLECTION" } as const;
  await addTask(context, tx, { ...task, payload, continuation });
  await scheduleTxManager(context.queue, tx, network);
}

/**
 * Cancels the request for a campaign's collection, in the caller's transaction, unless a transaction was signed for it. It can be
 * requested again. Returns false if it is too late: the request is in progress, done, or has just failed.
 */
export const cancelCollectionRequest = (
  tx: Executor,
  { network, campaignId }: { network: Network; campaignId: number },
): Promise<boolean> => cancelTask(tx, network, collectionKey(campaignId));

/** Finds the address of a campaign's collection, in lower case. Returns undefined until it is created. */
export const findCollectionAddress = (
  { db }: Pick<Context, "db">,
  network: string,
  campaignId: number,
): Promise<string | undefined> => findTaskAddress(db, network, collectionKey(campaignId));

/**
 * Requests tokens of a collection, in the caller's transaction. A token that was requested before keeps its first owner and its first
 * continuation, unless it has failed: then it is requested again.
 *
 * @throws Error if an owner is not an address or is the zero address
 */
export async function requestMints(
  context: Context,
  tx: Executor,
  {
    network,
    collection,
    tokens,
  }: {
    network: Network;
    collection: string;
    tokens: readonly { tokenId: number; owner: string; continuation: Continuation }[];
  },
): Promise<void> {
  const mints = new Map<number, NewMint>();
  for (const { tokenId, owner, continuation } of tokens) {
    if (!Number.isSafeInteger(tokenId) || tokenId < 0) throw new Error(`invalid token id: ${tokenId}`);
    if (mints.has(tokenId)) continue;
    mints.set(tokenId, {
      tokenId,
      owner: parseOwner(owner),
      job: continuation.job,
      payload: JSON.stringify(continuation.payload),
    });
  }
  if (mints.size === 0) return;
  const now = context.clock.now();
  await insertMints(tx, { network, collection: toAddress(collection), mints: [...mints.values()], now });
  await scheduleTxManager(context.queue, tx, network);
}

/** A resale royalty (ERC-2981). */
export type Royalty = { receiver: string; basisPoints: number };

/**
 * Requests the token of a song, in the caller's transaction. `metadataUri` is empty if this program serves the metadata, `royalty` null
 * for none.
 */
export async function requestWrapToken(
  context: Context,
  tx: Executor,
  {
    network,
    songId,
    owner,
    metadataUri,
    royalty,
    continuation,
  }: {
    network: Network;
    songId: number;
    owner: string;
    metadataUri: string;
    royalty: Royalty | null;
    continuation: Continuation;
  },
): Promise<void> {
  const receiver = royalty === null ? null : { ...royalty, receiver: parseOwner(royalty.receiver) };
  const payload = mintWrapPayload.parse({ songId, owner: parseOwner(owner), metadataUri, royalty: receiver });
  await ensureDeployed(context, tx, network, "WRAP_TOKEN_2");
  await addTask(context, tx, { network, key: wrapKey(songId), kind: "MINT_WRAP", payload, continuation });
  await scheduleTxManager(context.queue, tx, network);
}

/**
 * Requests the event that the metadata of a wrap's token, or of all tokens of a collection, has changed (ERC-4906), in the caller's
 * transaction. `refresh` numbers the events of a token or collection; each is requested once, and none on a network that is no
 * longer configured.
 */
export async function requestMetadataRefresh(
  context: Context,
  tx: Executor,
  {
    network,
    contract,
    songId,
    refresh,
  }: { network: Network; contract: string; songId: number | null; refresh: number },
): Promise<void> {
  if (!context.evm.networks.has(network)) return;
  const payload = refreshMetadataPayload.parse({ contract: toAddress(contract), songId });
  const key = `refresh ${payload.contract} ${songId ?? "all"} ${refresh}`;
  await addTask(context, tx, { network, key, kind: "REFRESH_METADATA", payload });
  await scheduleTxManager(context.queue, tx, network);
}

/**
 * Requests that a wrap's token goes from the operator to a wallet of an account, in the caller's transaction. It fails if the wallet is
 * not linked any more when the transaction is signed. After a failure it can be requested again.
 */
export async function requestWrapTransfer(
  context: Context,
  tx: Executor,
  {
    network,
    continuation,
    ...transfer
  }: {
    network: Network;
    contract: string;
    songId: number;
    receiver: string;
    accountId: string;
    continuation: Continuation;
  },
): Promise<void> {
  const receiver = parseOwner(transfer.receiver);
  const payload = transferWrapPayload.parse({ ...transfer, receiver });
  const key = `transfer ${transfer.songId}`;
  await addTask(context, tx, { network, key, kind: "TRANSFER_WRAP", payload, continuation });
  await scheduleTxManager(context.queue, tx, network);
}

/** Requests one of the program's own contracts, which are deployed when they are first needed. */
async function ensureDeployed(
  context: Context,
  tx: Executor,
  network: Network,
  contract: ContractKind,
): Promise<void> {
  const payload = deployPayload.parse({ contract });
  await addTask(context, tx, { network, key: deployKey(contract), kind: "DEPLOY", payload });
}

type TaskRequest = Pick<NewTask, "network" | "key" | "kind"> & {
  payload: unknown;
  continuation?: Continuation;
};

async function addTask(
  { clock }: Context,
  tx: Executor,
  { network, key, kind, payload, continuation }: TaskRequest,
): Promise<void> {
  await insertTask(tx, {
    network,
    key,
    kind,
    payload: JSON.stringify(payload),
    job: continuation?.job ?? null,
    jobPayload: continuation === undefined ? null : JSON.stringify(continuation.payload),
    now: clock.now(),
  });
}

const collectionKey = (campaignId: number) => `collection ${campaignId}`;
const wrapKey = (songId: number) => `wrap ${songId}`;

/** Rejects the zero address: contracts revert for it, and with it the whole batch. */
function parseOwner(address: string) {
  const owner = toAddress(address);
  if (owner === zeroAddress) throw new Error("the owner is the zero address");
  return owner;
}
