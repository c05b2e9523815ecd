import { networks } from "@wrapsody/shared/chain.ts";
import type { OwnToken } from "@wrapsody/shared/wnft.ts";
import type { Context } from "../../../platform/context.ts";
import { notFound } from "../../../platform/failure.ts";
import { findOwnSong } from "../studio/own-songs.data.ts";
import { readTokenUse } from "./limit.ts";
import { ownersFor } from "./owner.ts";
import { findIssue, type Issue, type SeenToken } from "./tokens.data.ts";

/** The token of a wrap of the caller's, and what issuing one would mean. @throws Failure E0001 for somebody else's */
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
    ...seen(song),
    state,
    problem: state === "FAILED" ? (issue?.problem ?? null) : null,
    owner: isOpen(state) ? null : ownerIn(issue),
    offers: await readOffers(context, accountId),
    use_ipfs: issue?.use_ipfs ?? false,
    metadata_uri: issue?.metadata_cid == null ? null : `ipfs://${issue.metadata_cid}`,
    ipfs_is_pinned: isOpen(state) ? config.ipfs !== undefined : issue?.pinned_at != null,
    plan: await readTokenUse(context, db, accountId),
  };
}

const isOpen = (state: OwnToken["state"]) => state === "NONE" || state === "FAILED";

function seen({ nft_id, nft_hash, nft_network, nft_confirmed, contract_address }: SeenToken): SeenToken {
  return { nft_id, nft_hash, nft_network, nft_confirmed, contract_address };
}

function stateOf(
  { nft_id, nft_hash, nft_confirmed }: SeenToken,
  issue: Issue | undefined,
): OwnToken["state"] {
  if (nft_confirmed && nft_id !== null) return "MINTED";
  if (nft_hash !== null) return "PENDING";
  return issue?.state === "FAILED" ? "FAILED" : "NONE";
}

/** Of what was not issued here nobody knows to whom it went. */
function ownerIn(issue: Issue | undefined): OwnToken["owner"] {
  return issue === undefined ? null : { address: issue.owner, in_custody: issue.in_custody };
}

async function readOffers(context: Context, accountId: string): Promise<OwnToken["offers"]> {
  const ownerOn = await ownersFor(context, context.db, accountId);
  const reached = networks.filter((name) => context.evm.networks.has(name));
  return reached.map((network) => ({ network, owner: ownerOn(network) }));
}
