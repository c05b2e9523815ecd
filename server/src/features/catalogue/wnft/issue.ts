import { type Network, pendingHash } from "@wrapsody/shared/chain.ts";
import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import type { postSongNft } from "@wrapsody/shared/wnft.ts";
import { once } from "../../../platform/answered-calls.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { notifyPagesChanged } from "../../../platform/pages-changed.ts";
import { recordEvent } from "../../accounts/index.ts";
import { requestWrapToken } from "../../chain/index.ts";
import type { Caller } from "../studio/caller.ts";
import { lockAccount } from "../studio/limits.data.ts";
import { type LockedSong, lockOwnSong } from "../studio/own.data.ts";
import { fixMetadataJob } from "./fix.ts";
import { requireRoomForToken } from "./limit.ts";
import { wrapMinted } from "./minted.ts";
import { ownersFor } from "./owner.ts";
import { beginIssue, readSeenToken } from "./tokens.data.ts";

type Wanted = { mintOn: Network; useIpfs: boolean };

/**
 * Asks for the token of a public wrap of the caller's, which answers at once and goes on by itself. A wrap has one for good; after
 * a failure it can be asked for again.
 *
 * @throws Failure E0001 for somebody else's, E0007 for a network that is not reached, E0027 where the wrap is not public,
 * E0030 where the plan has no room, E0031 where there is a token or one on its way
 */
export function issueToken(
  context: Context,
  given: { caller: Caller; reference: string; wanted: Wanted },
): Promise<AnswerOf<typeof postSongNft>> {
  const { caller, reference, wanted } = given;
  const { accountId, key, device } = caller;
  const repeatable = { accountId, call: "POST song/nft", key, sent: { reference, ...wanted } };
  return once(context, repeatable, async (tx) => {
    // The account first: of several wraps at once, each sees what the one before has used up.
    if (!(await lockAccount(tx, accountId))) throw new Failure("E0003");
    const song = await lockOwnSong(tx, accountId, reference);
    if (song === undefined) throw notFound();
    await checkIssue(context, tx, song, { accountId, wanted });
    await begin(context, tx, song.id, { accountId, wanted });
    const detail = { song: song.id };
    await recordEvent(context, tx, { accountId, kind: "wnft-requested", device, detail });
    await notifyPagesChanged(tx);
    return { nft_hash: pendingHash, nft_network: wanted.mintOn, nft_confirmed: false };
  });
}

async function checkIssue(
  context: Context,
  tx: Executor,
  { id, status }: LockedSong,
  { accountId, wanted: { mintOn } }: { accountId: string; wanted: Wanted },
): Promise<void> {
  const { nft_id, nft_hash } = await readSeenToken(tx, id);
  if (nft_id !== null || nft_hash !== null) throw new Failure("E0031");
  if (!context.evm.networks.has(mintOn)) {
    throw new Failure("E0007", {
      errors: [{ field: "mintOn", message: "This network is not connected here." }],
    });
  }
  // A token says that there is this wrap. Whoever follows it has to find it.
  if (status !== "ACTIVE") {
    throw new Failure("E0027", {
      message: "A wNFT can be issued once the wrap is public. Submit it for listing first.",
    });
  }
  await requireRoomForToken(context, tx, accountId);
}

async function begin(
  context: Context,
  tx: Executor,
  songId: number,
  { accountId, wanted: { mintOn: network, useIpfs } }: { accountId: string; wanted: Wanted },
): Promise<void> {
  const owner = (await ownersFor(context, tx, accountId))(network);
  const now = context.clock.now();
  const attempt = await beginIssue(tx, songId, { accountId, network, owner, useIpfs, now });
  if (useIpfs) return context.queue.enqueue(tx, fixMetadataJob, { songId, attempt });
  const then = { job: wrapMinted, payload: { songId, attempt } };
  await requestWrapToken(context, tx, { network, songId, owner: owner.address, fixedUri: "", then });
}
