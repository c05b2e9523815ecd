import { randomInt, randomUUID } from "node:crypto";
import type { AnswerOf, BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import type { getDownloadMessage, getHeldToken, postDownload } from "@wrapsody/shared/rewards/downloads.ts";
import type { FileDownload } from "../../../platform/api/streamed-json.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { openRecording } from "../../catalogue/index.ts";
import { findOwnedToken, getTokenOwner, readProof, startProof, verifyProofAnd } from "../../chain/index.ts";
import { findFileClaim, findFileLevel, findSongOfFile, insertDownload } from "../claims/claims.data.ts";
import { rewardPorts, type SongCollection } from "../ports.ts";
import { buildWrappedMp3, type TokenProof } from "./mp3-file.ts";

/** Returns a nonce of at least twelve digits that is a safe JSON number (below 2^53). */
const newNonce = () => String(randomInt(10 ** 12, 2 ** 48 - 1 + 10 ** 11));

/**
 * Starts the proof that a wallet owns a token of a song, on the network of its most likely collection.
 *
 * @throws Failure E0001 if the song is neither public nor claimed, E0043 if it has no tokens, E0084 if all are on networks
 * that are not configured
 */
export async function startDownload(
  context: Context,
  { song, wallet }: { song: string; wallet: string },
): Promise<number> {
  const songId = await requireSongId(context, song);
  const collections = await rewardPorts().listTokenCollections(context.db, {
    songId,
    wallet: wallet.toLowerCase(),
  });
  const network = collections
    .map((collection) => context.evm.networks.get(collection.network))
    .find((candidate) => candidate !== undefined);
  if (network === undefined) throw new Failure(collections.length === 0 ? "E0043" : "E0084");
  const { nonce } = await startProof(context, {
    ...downloadProof(songId),
    wallet,
    chainId: network.chainId,
    nonce: newNonce(),
    statement: "I own a token of this song and download it.",
  });
  return Number(nonce);
}

/**
 * Finds a token of a wallet that a level accepts for its file, as the chain has it now.
 *
 * @throws Failure E0001 if there is no such song or level of the file, E0037 if the network does not respond
 */
export async function findHeldToken(
  context: Context,
  { song, levelId, wallet: address }: { song: string; levelId: number; wallet: string },
): Promise<AnswerOf<typeof getHeldToken>> {
  const wallet = address.toLowerCase();
  const songId = await requireSongId(context, song);
  const level = await findFileLevel(context.db, { levelId, songId });
  if (level === undefined) throw notFound();
  const collections = await rewardPorts().listTokenCollections(context.db, { songId, wallet });
  const accepted = collections.filter(
    ({ campaignId, network }) =>
      (level.campaignId ?? campaignId) === campaignId && context.evm.networks.has(network),
  );
  const token = await findSongToken(context, accepted, { songId, wallet });
  if (token === undefined) return null;
  const targets = await rewardPorts().listRewardTargets(context.db, [songId]);
  return {
    token_id: token.tokenId,
    experience: targets.find(({ id }) => id === token.campaignId)?.name ?? null,
  };
}

async function requireSongId({ db }: Context, reference: string): Promise<number> {
  const songId = await findSongOfFile(db, reference);
  if (songId === undefined) throw notFound();
  return songId;
}

const downloadProof = (songId: number) =>
  ({ purpose: "DOWNLOAD", subject: `song ${songId}`, accountId: null }) as const;

/**
 * Returns the message of a nonce.
 *
 * @throws Failure E0001 if the nonce is unknown or expired
 */
export async function downloadMessage(
  context: Context,
  { song, nonce }: { song: string; nonce: string },
): Promise<AnswerOf<typeof getDownloadMessage>> {
  const proof = await readProof(context, { ...downloadProof(await requireSongId(context, song)), nonce });
  if (proof === undefined) throw notFound();
  return { message: proof.message, chain_id: proof.chainId, valid_for: proof.validFor };
}

/**
 * Returns the file of a claim to a caller who owns a token of the song now, or for whom an artwork of the song is kept, as often as
 * requested.
 *
 * @throws Failure E0001 if there is no such song with audio that is public or claimed, E0004 without a claim,
 * E0020 and E0036 as `verifyProofAnd`, E0043 if the wallet owns no token or no artwork is kept, E0037 if the network does not
 * respond, E0084 if its recorded token is on a network that is not configured
 */
export async function downloadFile(
  context: Context,
  input: { song: string; accountId: string | undefined; body: BodyOf<typeof postDownload> },
): Promise<FileDownload> {
  const { song, accountId, body } = input;
  const songId = await requireSongId(context, song);
  const wallet = body.wallet?.toLowerCase() ?? null;
  const claim = await findFileClaim(context.db, { levelId: body.rewardId, songId, accountId, wallet });
  if (claim === undefined) throw new Failure("E0004", { message: "Claim this reward first." });
  const holding =
    wallet === null || body.signature === undefined
      ? await findKeptHolding(context, { songId, accountId, claim })
      : await verifyTokenHolding(context, {
          songId,
          claim,
          signed: { wallet, signature: body.signature, nonce: body.nonce },
        });
  return createFile(context, { song, claimId: claim.id, holding });
}

type Holding = Omit<TokenProof, "serial">;
type FileClaim = { campaignId: number | null };

/** @throws Failure E0002 without a session, E0043 if no artwork is kept */
async function findKeptHolding(
  { db }: Context,
  owner: { songId: number; accountId: string | undefined; claim: FileClaim },
): Promise<Holding> {
  const { songId, accountId, claim } = owner;
  if (accountId === undefined) throw new Failure("E0002");
  const { campaignId } = claim;
  const artwork = await rewardPorts().findKeptArtwork(db, { accountId, songId, campaignId });
  if (artwork === undefined) throw new Failure("E0043");
  const { network, contract, tokenId, imageId } = artwork;
  return { network, contract, tokenId, imageId, wallet: null };
}

async function verifyTokenHolding(
  context: Context,
  proof: {
    songId: number;
    claim: FileClaim;
    signed: { wallet: string; signature: string; nonce: string | undefined };
  },
): Promise<Holding> {
  const { songId, claim } = proof;
  const signed = { ...downloadProof(songId), ...proof.signed };
  const { wallet } = signed;
  const collections = await rewardPorts().listTokenCollections(context.db, { songId, wallet });
  const accepted = collections.filter(({ campaignId }) => (claim.campaignId ?? campaignId) === campaignId);
  const isReachable = ({ network }: SongCollection) => context.evm.networks.has(network);
  const token = await verifyProofAnd(context, signed, ({ network }) => {
    // The same contract wallet address may belong to another person on another network.
    const onNetwork = accepted.filter(
      (collection) => isReachable(collection) && (network === undefined || collection.network === network),
    );
    return findSongToken(context, onNetwork, { songId, wallet });
  });
  if (token === undefined)
    throw new Failure(
      accepted.some((collection) => !isReachable(collection) && collection.likely.length > 0)
        ? "E0084"
        : "E0043",
    );
  const { campaignId, network, contract, tokenId } = token;
  const imageId =
    campaignId === null ? null : await rewardPorts().findTokenArtwork(context.db, { campaignId, tokenId });
  return { network, contract, tokenId, imageId, wallet };
}

type OwnedToken = SongCollection & { tokenId: number };

async function findSongToken(
  context: Context,
  collections: readonly SongCollection[],
  owner: { songId: number; wallet: string },
): Promise<OwnedToken | undefined> {
  let problem: unknown;
  for (const collection of collections) {
    try {
      const tokenId = await findTokenInCollection(context, collection, owner);
      if (tokenId !== undefined) return { ...collection, tokenId };
    } catch (error) {
      problem = error;
    }
  }
  // While a network does not respond, ownership is unknown rather than absent.
  if (problem !== undefined) throw problem;
  return undefined;
}

async function findTokenInCollection(
  context: Context,
  { campaignId, network, contract, likely }: SongCollection,
  { songId, wallet }: { songId: number; wallet: string },
): Promise<number | undefined> {
  if (campaignId !== null) return findOwnedToken(context, { network, contract, wallet, candidates: likely });
  // The wraps' collection also contains tokens of other songs.
  const owner = await getTokenOwner(context, { network, contract, tokenId: songId });
  return owner === wallet ? songId : undefined;
}

async function createFile(
  context: Context,
  input: { song: string; claimId: number; holding: Holding },
): Promise<FileDownload> {
  const { song, claimId } = input;
  const recording = await openRecording(context, song);
  if (recording === undefined) throw notFound();
  try {
    const holding: TokenProof = { ...input.holding, serial: randomUUID() };
    const file = await buildWrappedMp3(context, recording, holding);
    await insertDownload(context.db, { ...holding, claimId, now: context.clock.now() });
    return file;
  } catch (error) {
    recording.file.release();
    throw error;
  }
}
