import { buffer } from "node:stream/consumers";
import type { CID } from "multiformats/cid";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { notFound } from "../../../platform/failure.ts";
import { importFile } from "../../../platform/ipfs/files.ts";
import { PinError, pin } from "../../../platform/ipfs/pin.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { type Outcome, outcome, requestWrapToken } from "../../chain/index.ts";
import { invalidateSongs } from "../songs/page-entities.ts";
import { listContentBlocks } from "./ipfs-blocks.ts";
import { buildWrapMetadata } from "./metadata.ts";
import {
  findTokenSong,
  lockIssue,
  markFailed,
  markMetadataPublished,
  markMinted,
  royaltyOf,
} from "./tokens.data.ts";

type Attempt = { songId: number; attempt: number };

/** After this time a failure is reported to the publisher, who can retry, instead of retrying further. */
const GIVE_UP_AFTER_MS = 15 * 60_000;

/** Publishes the metadata of a token to IPFS, then requests the mint. */
export const publishMetadataJob = job({
  name: "fix-wrap-metadata",
  payload: z.object({ songId: z.number().int(), attempt: z.number().int() }),
  tries: 25,
  async run(context, issueKey) {
    const { db } = context;
    const issue = await db.transaction().execute((tx) => lockIssue(tx, issueKey, "FIXING"));
    if (issue === undefined) return;
    const fixed = await publishToIpfs(context, issueKey.songId).catch(async (error: unknown) => {
      if (context.clock.now().getTime() - new Date(issue.asked_at).getTime() < GIVE_UP_AFTER_MS) throw error;
      await failIssue(context, issueKey, error);
    });
    if (fixed === undefined) return;
    await db.transaction().execute((tx) => requestMint(context, tx, issueKey, fixed));
  },
});

/** `blocks`: of the metadata and its picture. */
type PublishedMetadata = { cid: CID; blocks: string[]; isPinned: boolean };

/**
 * Stores the image first, because the metadata names it. Both are stored and pinned before a chain refers to
 * them.
 */
async function publishToIpfs(context: Context, songId: number): Promise<PublishedMetadata> {
  const { db, storage, publicUrl } = context;
  const facts = await findTokenSong(db, songId);
  if (facts === undefined) throw notFound();
  const { image_key } = facts;
  const picture =
    image_key === null ? undefined : await importFile(storage, await buffer(await storage.read(image_key)));
  const metadata = buildWrapMetadata(facts, publicUrl, picture && `ipfs://${picture}`);
  const cid = await importFile(storage, Buffer.from(JSON.stringify(metadata)));
  if (picture !== undefined) await pin(context, picture);
  const blocks = await listContentBlocks(storage, picture === undefined ? [cid] : [cid, picture]);
  return { cid, blocks, isPinned: await pin(context, cid) };
}

/** Does nothing if another run of the job was faster. */
async function requestMint(
  context: Context,
  tx: Executor,
  issueKey: Attempt,
  { cid, blocks, isPinned }: PublishedMetadata,
): Promise<void> {
  const issue = await lockIssue(tx, issueKey, "FIXING");
  if (issue === undefined) return;
  const { network, owner } = issue;
  await markMetadataPublished(tx, issueKey.songId, {
    cid: String(cid),
    blocks,
    pinnedAt: isPinned ? context.clock.now() : null,
  });
  const continuation = { job: WRAP_MINTED, payload: issueKey };
  const { songId } = issueKey;
  await requestWrapToken(context, tx, {
    network,
    songId,
    owner,
    metadataUri: `ipfs://${cid}`,
    royalty: royaltyOf(issue),
    continuation,
  });
}

async function failIssue({ db, clock, log }: Context, issueKey: Attempt, error: unknown): Promise<void> {
  log.warn({ err: error, song: issueKey.songId }, "publishing token metadata to IPFS failed");
  const problem = error instanceof PinError ? error.message : "The metadata could not be published to IPFS.";
  await db.transaction().execute(async (tx) => {
    if ((await lockIssue(tx, issueKey, "FIXING")) === undefined) return;
    await markFailed(tx, issueKey.songId, { problem, now: clock.now() });
    await invalidateSongs(tx, [issueKey.songId]);
  });
}

/** The continuation of a mint request. */
export const WRAP_MINTED = "wrap-minted";

/** Handles the outcome of a mint: minted, or permanently failed. */
export const wrapMintedJob = job({
  name: WRAP_MINTED,
  payload: z.object({ songId: z.number().int(), attempt: z.number().int(), outcome }),
  tries: 25,
  run: completeMint,
});

/** Ignores repeats and outcomes of earlier attempts. */
async function completeMint(
  { db, clock }: Context,
  { outcome: mintOutcome, ...issueKey }: { songId: number; attempt: number; outcome: Outcome },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if ((await lockIssue(tx, issueKey, "MINTING")) === undefined) return;
    const now = clock.now();
    if (mintOutcome.ok) {
      await markMinted(tx, issueKey.songId, {
        hash: mintOutcome.hash,
        contract: requireContract(mintOutcome),
        now,
      });
    } else await markFailed(tx, issueKey.songId, { problem: mintOutcome.problem, now });
    await invalidateSongs(tx, [issueKey.songId]);
  });
}

function requireContract({ address }: Extract<Outcome, { ok: true }>): string {
  if (address === undefined) throw new Error("a minted wrap token has no contract address");
  return address;
}
