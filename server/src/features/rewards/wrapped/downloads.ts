import { randomInt, randomUUID } from "node:crypto";
import type { postDownload } from "@wrapsody/shared/downloads.ts";
import type { BodyOf } from "@wrapsody/shared/endpoint.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import type { SentFile } from "../../../platform/sent-file.ts";
import { openRecording } from "../../catalogue/index.ts";
import { findOwnedToken, getTokenOwner, readProof, startProof, verifyProofAnd } from "../../chain/index.ts";
import { findFileClaim, findSongOfFile, insertDownload } from "./downloads.data.ts";
import { buildWrappedMp3, type TokenProof } from "./mp3-file.ts";
import type { DownloadNeeds, SongCollection } from "./needs.ts";

/** A number that is told as it is: below 2^53, and of no fewer than twelve digits. */
const newNonce = () => String(randomInt(10 ** 12, 2 ** 48 - 1 + 10 ** 11));

/**
 * Begins the proof that a wallet holds a token of a song, on the network of a collection that it is likely in.
 *
 * @throws Failure E0001 where there is no such song that is public or was claimed, E0043 where it has no tokens at all
 */
export async function startDownload(
  context: Context,
  needs: DownloadNeeds,
  { song, wallet }: { song: string; wallet: string },
): Promise<number> {
  const songId = await requireSongId(context, song);
  const collections = await needs.collectionsOf(context.db, { songId, wallet: wallet.toLowerCase() });
  const network = collections
    .map((one) => context.evm.networks.get(one.network))
    .find((one) => one !== undefined);
  if (network === undefined) throw new Failure("E0043");
  const { nonce } = await startProof(context, {
    ...downloadProof(songId),
    wallet,
    chainId: network.chainId,
    nonce: newNonce(),
    statement: "I own a token of this song and download it.",
  });
  return Number(nonce);
}

async function requireSongId({ db }: Context, reference: string): Promise<number> {
  const found = await findSongOfFile(db, reference);
  if (found === undefined) throw notFound();
  return found;
}

const downloadProof = (songId: number) =>
  ({ purpose: "DOWNLOAD", subject: `song ${songId}`, accountId: null }) as const;

/** The message of a nonce. @throws Failure E0001 where there is none that waits */
export async function downloadMessage(
  context: Context,
  { song, nonce }: { song: string; nonce: string },
): Promise<{ message: string; chain_id: number }> {
  const proof = await readProof(context, { ...downloadProof(await requireSongId(context, song)), nonce });
  if (proof === undefined) throw notFound();
  return { message: proof.message, chain_id: proof.chainId };
}

/**
 * The file for a claim, to whoever proves a wallet that owns a token of the song now; as often as they ask, as long as they own it.
 *
 * @throws Failure E0001 where there is no such song with audio that is public or was claimed, E0004 where nothing was claimed, E0020 and E0036 as
 * `finishProof`, E0043 where the wallet owns no token, E0037 where the network does not answer
 */
export async function downloadFile(
  context: Context,
  needs: DownloadNeeds,
  given: { song: string; accountId: string | undefined; body: BodyOf<typeof postDownload> },
): Promise<SentFile> {
  const { song, accountId, body } = given;
  const songId = await requireSongId(context, song);
  const wallet = body.wallet.toLowerCase();
  const claim = await findFileClaim(context.db, { levelId: body.rewardId, songId, accountId, wallet });
  if (claim === undefined) throw new Failure("E0004", { message: "Please claim this reward first." });
  const signed = { ...downloadProof(songId), wallet, signature: body.signature };
  const collections = await needs.collectionsOf(context.db, { songId, wallet });
  const accepted = collections.filter(({ campaignId }) => (claim.campaignId ?? campaignId) === campaignId);
  const held = await verifyProofAnd(context, signed, ({ network }) => {
    // A contract's address may be somebody else's on another network.
    const there = accepted.filter((one) => network === undefined || one.network === network);
    return findSongToken(context, there, { songId, wallet });
  });
  if (held === undefined) throw new Failure("E0043");
  return createFile(context, needs, { song, claimId: claim.id, wallet, held });
}

type OwnedToken = SongCollection & { tokenId: number };

async function findSongToken(
  context: Context,
  collections: readonly SongCollection[],
  owner: { songId: number; wallet: string },
): Promise<OwnedToken | undefined> {
  let problem: unknown;
  for (const one of collections) {
    try {
      const tokenId = await findTokenInCollection(context, one, owner);
      if (tokenId !== undefined) return { ...one, tokenId };
    } catch (error) {
      problem = error;
    }
  }
  // Where one network does not answer, nobody can say that there is no token.
  if (problem !== undefined) throw problem;
  return undefined;
}

async function findTokenInCollection(
  context: Context,
  { campaignId, network, contract, likely }: SongCollection,
  { songId, wallet }: { songId: number; wallet: string },
): Promise<number | undefined> {
  if (campaignId !== null) return findOwnedToken(context, { network, contract, wallet, candidates: likely });
  // The wraps' collection holds those of other songs, too.
  const owner = await getTokenOwner(context, { network, contract, tokenId: songId });
  return owner === wallet ? songId : undefined;
}

async function createFile(
  context: Context,
  needs: DownloadNeeds,
  given: { song: string; claimId: number; wallet: string; held: OwnedToken },
): Promise<SentFile> {
  const { song, claimId, wallet, held } = given;
  const { campaignId, network, contract, tokenId } = held;
  const recording = await openRecording(context, song);
  if (recording === undefined) throw notFound();
  try {
    const imageId = campaignId === null ? null : await needs.artworkOf(context.db, { campaignId, tokenId });
    const holding: TokenProof = { network, contract, tokenId, wallet, imageId, serial: randomUUID() };
    const file = await buildWrappedMp3(context, recording, holding);
    await insertDownload(context.db, { ...holding, claimId, now: context.clock.now() });
    return file;
  } catch (error) {
    recording.file.release();
    throw error;
  }
}
