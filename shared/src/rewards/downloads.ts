import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { ownershipProof, requireOneProof } from "../experiences/ownership-proof.ts";
import { walletAddress } from "../experiences/participation.ts";

/** The texts of the specification. */
export const downloadTexts = {
  noWallet: "Please link the wallet that owns the NFT to continue;",
  notYours: "We could not validate your ownership of this NFT.",
  failed:
    "We could not confirm your participation. Please confirm that you have connected the correct wallet and try again.",
} as const;

const reference = z.object({ id: z.string().min(1).max(120) });
const rewardId = z.coerce
  .number()
  .int()
  .positive()
  .max(2 ** 31 - 1);

export const getDownload = endpoint({
  method: "GET",
  path: "song/:id/download",
  access: "public",
  limit: "proof",
  limitedBy: ["id", "wallet"],
  tag: "claims",
  summary:
    "Returns the nonce with which a token holder proves ownership for a download. It works once, for five minutes, or a day if the wallet " +
    "is a contract.",
  params: reference,
  query: z.object({ wallet: walletAddress }),
  answer: z.number().int(),
});

export const getDownloadMessage = endpoint({
  method: "GET",
  path: "song/:id/download/:nonce",
  access: "public",
  tag: "claims",
  summary: "Returns the message (EIP-4361) of a download nonce for the wallet to sign.",
  params: reference.extend({ nonce: z.string().regex(/^\d{8,16}$/) }),
  answer: z.object({
    message: z.string(),
    chain_id: z.number().int(),
    /** Seconds that the message is still valid. */
    valid_for: z.number().int(),
  }),
});

export const getHeldToken = endpoint({
  method: "GET",
  path: "song/:id/reward/:rewardId/token",
  access: "session",
  limit: "proof",
  limitedBy: ["id", "wallet"],
  tag: "claims",
  summary:
    "Returns a token of a wallet that a WRAPPED_MP3 level accepts, as the chain has it now; null without one. Nothing is proved or spent, " +
    "so that a fan can look before redeeming.",
  params: reference.extend({ rewardId }),
  query: z.object({ wallet: walletAddress }),
  answer: z
    .object({
      token_id: z.number().int(),
      /** Its experience; null for the wrap's wNFT. */
      experience: z.string().nullable(),
    })
    .nullable(),
});

export const postDownload = endpoint({
  method: "POST",
  path: "song/:id/download",
  access: "optional",
  limit: "proof",
  limitedBy: ["id", "wallet"],
  tag: "claims",
  summary:
    "Downloads a song as an MP3 (audio/mpeg, no JSON) with the holder's token in its tag. Requires a claimed WRAPPED_MP3 level and the " +
    "signature of a wallet that owns a token of the song now, or `kept` and the session of an account for which an artwork of the song is " +
    "kept. The signature `0x` stands for the approval of a contract wallet on its chain and needs the `nonce`. The claim is the session's, " +
    "or that of the account linked to the wallet.",
  params: reference,
  body: z
    .object({
      ...ownershipProof(downloadTexts.notYours),
      rewardId,
    })
    .superRefine(requireOneProof),
  /** The file. */
  answer: z.string(),
});

/** Builds the file name `artist_song.mp3`, in lower case of any script. */
export function wrappedName({ artist, name }: { artist: string; name: string }): string {
  const plain = `${artist}_${name}`.normalize("NFC").toLowerCase();
  const words = plain.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "_").replaceAll(/^_+|_+$/g, "");
  return `${words || "song"}.mp3`;
}
