import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { walletAddress } from "./participation.ts";

/** The texts of the specification. */
export const downloadTexts = {
  noWallet: "Please link the wallet that owns the NFT to continue;",
  notYours: "We could not validate your ownership of this NFT.",
  failed:
    "We could not confirm your participation. Please confirm that you have connected the correct wallet and try again.",
} as const;

const reference = z.object({ id: z.string().min(1).max(120) });

export const getDownload = endpoint({
  method: "GET",
  path: "song/:id/download",
  access: "public",
  limit: "proof",
  limitedBy: ["id", "wallet"],
  tag: "claims",
  summary:
    "Answers the nonce by which the holder of a token of a song proves it for a download. It lives for five minutes and works once.",
  params: reference,
  query: z.object({ wallet: walletAddress }),
  answer: z.number().int(),
});

export const getDownloadMessage = endpoint({
  method: "GET",
  path: "song/:id/download/:nonce",
  access: "public",
  tag: "claims",
  summary: "The message (EIP-4361) of a nonce of a download, as the wallet has to sign it.",
  params: reference.extend({ nonce: z.string().regex(/^\d{8,16}$/) }),
  answer: z.object({ message: z.string(), chain_id: z.number().int() }),
});

export const postDownload = endpoint({
  method: "POST",
  path: "song/:id/download",
  access: "optional",
  limit: "proof",
  limitedBy: ["id", "wallet"],
  tag: "claims",
  summary:
    "Answers a song as an mp3 (audio/mpeg, no JSON) with the holder's token in its tag, to whoever has claimed a WRAPPED_MP3 level and " +
    "proves a wallet that owns a token of the song now. The claim is the session's, or that of the account to which the wallet is linked.",
  params: reference,
  body: z.object({
    signature: z.string().regex(/^0x[0-9a-fA-F]{2,8192}$/, { error: downloadTexts.notYours }),
    wallet: walletAddress,
    rewardId: z.coerce.number().int().positive(),
  }),
  /** The file. */
  answer: z.string(),
});

/** What the file is called where it is saved: `artist_song.mp3`, in small letters, whatever their script. */
export function wrappedName({ artist, name }: { artist: string; name: string }): string {
  const plain = `${artist}_${name}`.normalize("NFC").toLowerCase();
  const words = plain.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "_").replaceAll(/^_+|_+$/g, "");
  return `${words || "song"}.mp3`;
}
