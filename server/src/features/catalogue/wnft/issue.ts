import type { AnswerOf, BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import type { OwnToken, postSongNft } from "@wrapsody/shared/catalogue/wnft.ts";
import { pendingHash } from "@wrapsody/shared/experiences/chain.ts";
import { royaltyTexts, toBasisPoints } from "@wrapsody/shared/payments/royalties.ts";
import { withIdempotencyKey } from "../../../platform/api/idempotency.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { recordEvent } from "../../accounts/index.ts";
import { type Royalty, requestWrapToken } from "../../chain/index.ts";
import { invalidateSongs } from "../songs/page-entities.ts";
import type { Caller } from "../studio/idempotent-create.ts";
import { type LockedSong, lockOwnSong } from "../studio/ownership.data.ts";
import { lockAccount } from "../studio/plan/plan-usage.data.ts";
import { checkTokenQuota, tokenOwnerByNetwork } from "./own-token.ts";
import { publishMetadataJob, WRAP_MINTED } from "./publish-metadata.ts";
import { insertIssue, readPublicToken } from "./tokens.data.ts";

type IssueOptions = Pick<BodyOf<typeof postSongNft>, "mintOn" | "useIpfs" | "royalty_rate">;

/**
 * Requests the token of a public wrap of the caller and returns immediately. A wrap has one token; after a
 * failure it can be requested again.
 *
 * @throws Failure E0001 if it is not the caller's, E0007 if the network is not connected or a royalty has no wallet to go to, E0027 if the wrap
 * is not public, E0030 if the plan's limit is reached, E0031 if there is a token or a pending one
 */
export function issueToken(
  context: Context,
  command: { caller: Caller; reference: string; options: IssueOptions },
): Promise<AnswerOf<typeof postSongNft>> {
  const { caller, reference, options } = command;
  const { accountId, key, device } = caller;
  const repeatable = { accountId, call: "POST song/nft", key, input: { reference, ...options } };
  return withIdempotencyKey(context, repeatable, async (tx) => {
    // Lock the account first, so that concurrent requests see each other's tokens.
    if (!(await lockAccount(tx, accountId))) throw new Failure("E0003");
    const song = await lockOwnSong(tx, accountId, reference);
    if (song === undefined) throw notFound();
    await checkIssue(context, tx, song, { accountId, options });
    await startIssue(context, tx, song.id, { accountId, options });
    const detail = { song: song.id };
    await recordEvent(context, tx, { accountId, kind: "wnft-requested", device, detail });
    await invalidateSongs(tx, [song.id]);
    return { nft_hash: pendingHash, nft_network: options.mintOn, nft_confirmed: false };
  });
}

type IssueCommand = { accountId: string; options: IssueOptions };

async function checkIssue(
  context: Context,
  tx: Executor,
  { id, status }: LockedSong,
  { accountId, options: { mintOn } }: IssueCommand,
): Promise<void> {
  const { nft_id, nft_hash } = await readPublicToken(tx, id);
  if (nft_id !== null || nft_hash !== null) throw new Failure("E0031");
  if (!context.evm.networks.has(mintOn)) {
    throw new Failure("E0007", {
      errors: [{ field: "mintOn", message: "This network is not connected." }],
    });
  }
  // A token links to the page of its wrap, which must be public.
  if (status !== "ACTIVE") {
    throw new Failure("E0027", {
      message: "A wNFT can be issued once the wrap is public. Submit it for listing first.",
    });
  }
  await checkTokenQuota(context, tx, accountId);
}

async function startIssue(
  context: Context,
  tx: Executor,
  songId: number,
  { accountId, options: { mintOn: network, useIpfs, royalty_rate } }: IssueCommand,
): Promise<void> {
  const owner = (await tokenOwnerByNetwork(context, tx, accountId))(network);
  const royalty = toRoyalty(royalty_rate, owner);
  const now = context.clock.now();
  const attempt = await insertIssue(tx, songId, { accountId, network, owner, useIpfs, royalty, now });
  if (useIpfs) return context.queue.enqueue(tx, publishMetadataJob, { songId, attempt });
  const continuation = { job: WRAP_MINTED, payload: { songId, attempt } };
  await requestWrapToken(context, tx, {
    network,
    songId,
    owner: owner.address,
    metadataUri: "",
    royalty,
    continuation,
  });
}

/** The royalty goes to the wallet that gets the token, never to the operator. @throws Failure E0007 without a wallet */
function toRoyalty(rate: number, owner: NonNullable<OwnToken["owner"]>): Royalty | null {
  if (rate === 0) return null;
  if (!owner.in_custody) return { receiver: owner.address, basisPoints: toBasisPoints(rate) };
  throw new Failure("E0007", { errors: [{ field: "royalty_rate", message: royaltyTexts.noWallet }] });
}
