import type { OwnToken } from "@wrapsody/shared/catalogue/wnft.ts";
import { type Network, networks } from "@wrapsody/shared/experiences/chain.ts";
import { planEntitlements } from "@wrapsody/shared/payments/plan-entitlements.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { findOperatorAddress, listLinkedWallets } from "../../chain/index.ts";
import { isPremium } from "../../subscriptions/index.ts";
import { findOwnSong } from "../studio/songs/own-songs.data.ts";
import { countIssued, findIssue, type Issue, type PublicToken, royaltyOf } from "./tokens.data.ts";
import { listTransfers } from "./transfers.data.ts";

/**
 * Returns the token of a wrap of the caller and the options to issue one.
 *
 * @throws Failure E0001 if it is not the caller's
 */
export async function showOwnToken(
  context: Context,
  { accountId, reference }: { accountId: string; reference: string },
): Promise<OwnToken> {
  const { db, config } = context;
  const song = await findOwnSong(db, accountId, reference);
  if (song === undefined) throw notFound();
  const issue = await findIssue(db, song.id);
  const state = stateOf(song, issue);
  return {
    ...pickPublicToken(song),
    state,
    problem: state === "FAILED" ? (issue?.problem ?? null) : null,
    owner: canBeIssued(state) ? null : toTokenOwner(issue),
    transfers: await listTransfers(db, song.id),
    offers: await readOffers(context, accountId),
    royalty: canBeIssued(state) ? null : toRoyalty(issue),
    use_ipfs: issue?.use_ipfs ?? false,
    metadata_uri: issue?.metadata_cid == null ? null : `ipfs://${issue.metadata_cid}`,
    ipfs_is_pinned: canBeIssued(state) ? config.ipfs !== undefined : issue?.pinned_at != null,
    plan: await readTokenUsage(context, db, accountId),
  };
}

const canBeIssued = (state: OwnToken["state"]) => state === "NONE" || state === "FAILED";

function pickPublicToken({
  nft_id,
  nft_hash,
  nft_network,
  nft_confirmed,
  contract_address,
}: PublicToken): PublicToken {
  return { nft_id, nft_hash, nft_network, nft_confirmed, contract_address };
}

function stateOf(
  { nft_id, nft_hash, nft_confirmed }: PublicToken,
  issue: Issue | undefined,
): OwnToken["state"] {
  if (nft_confirmed && nft_id !== null) return "MINTED";
  if (nft_hash !== null) return "PENDING";
  return issue?.state === "FAILED" ? "FAILED" : "NONE";
}

/** Unknown for tokens that were not issued here. */
function toTokenOwner(issue: Issue | undefined): OwnToken["owner"] {
  return issue === undefined ? null : { address: issue.owner, in_custody: issue.in_custody };
}

function toRoyalty(issue: Issue | undefined): OwnToken["royalty"] {
  const royalty = issue === undefined ? null : royaltyOf(issue);
  return royalty === null ? null : { rate: royalty.basisPoints / 100, receiver: royalty.receiver };
}

async function readOffers(context: Context, accountId: string): Promise<OwnToken["offers"]> {
  const ownerOn = await tokenOwnerByNetwork(context, context.db, accountId);
  const reached = networks.filter((name) => context.evm.networks.has(name));
  return reached.map((network) => ({ network, owner: ownerOn(network) }));
}

/**
 * Returns the owner of an account's tokens by network: its first linked wallet that works there, else the
 * operator, in custody.
 */
export async function tokenOwnerByNetwork(
  { evm }: Pick<Context, "evm">,
  db: Executor,
  accountId: string,
): Promise<(network: Network) => NonNullable<OwnToken["owner"]>> {
  const wallets = await listLinkedWallets(db, accountId);
  const operator = await findOperatorAddress({ evm }, db);
  return (network) => {
    const wallet = wallets.find(
      (candidate) => candidate.network === undefined || candidate.network === network,
    );
    if (wallet !== undefined) return { address: wallet.address, in_custody: false };
    return { address: operator, in_custody: true };
  };
}

/** Returns the tokens an account has had issued, with the plan's limit. Failed ones do not count. */
export async function readTokenUsage(
  { clock }: Pick<Context, "clock">,
  db: Executor,
  accountId: string,
): Promise<OwnToken["plan"]> {
  const is_premium = await isPremium(db, accountId, clock.now());
  const { wnfts: most } = planEntitlements[is_premium ? "PREMIUM" : "FREE"];
  return { is_premium, used: await countIssued(db, accountId), most };
}

/** Checks the limit in a `tx` that holds the account. @throws Failure E0030 if it is reached */
export async function checkTokenQuota(context: Context, tx: Executor, accountId: string): Promise<void> {
  const { used, most } = await readTokenUsage(context, tx, accountId);
  if (most === null || used < most) return;
  const message = `Your plan includes ${most} wNFT, and you have issued ${used}. Premium includes wNFTs for all your songs.`;
  throw new Failure("E0030", { message });
}
