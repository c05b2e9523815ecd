import * as z from "zod";
import { networks } from "./chain.ts";
import { endpoint } from "./endpoint.ts";

/** The chains that are offered for the token of a wrap, the usual one first. */
export const wrapChains = ["LINEA", "POLYGON", "MAINNET"] as const;

const tokenOfSong = z.object({
  nft_hash: z.string().nullable(),
  nft_network: z.enum(networks).nullable(),
  nft_confirmed: z.boolean(),
});

const songId = z.object({ id: z.string().min(1).max(120) });

export const postSongNft = endpoint({
  method: "POST",
  path: "song/:id/nft",
  access: "session",
  limit: "upload",
  tag: "wnfts",
  summary:
    "Issues the token (wNFT) of a public wrap of the caller's. Its metadata is kept by this program, where it follows the wrap, or on " +
    "IPFS, where it stays as it is. Answers at once; the token is there when `nft_confirmed` is true. E0027: the wrap is not public. " +
    "E0030: the plan has no room for another. E0031: it has one already, or is about to.",
  params: songId,
  body: z.object({
    /** One of `wrapChains`, or another network that this program reaches. */
    mintOn: z.enum(networks).default("LINEA"),
    useIpfs: z.boolean().default(false),
  }),
  answer: tokenOfSong,
});

/** Where the token of a wrap stands. */
export const wnftStates = ["NONE", "PENDING", "MINTED", "FAILED"] as const;

/** An address in lower case. In custody: the operator's of this program, for a publisher without a linked wallet. */
const tokenOwner = z.object({ address: z.string(), in_custody: z.boolean() });

export const ownToken = tokenOfSong.extend({
  state: z.enum(wnftStates),
  /** Why it could not be issued, as the network or the node of IPFS said it; FAILED alone has one. It can be asked for again. */
  problem: z.string().nullable(),
  nft_id: z.string().nullable(),
  contract_address: z.string().nullable(),
  /** To whom it goes or went at first; null where there is none, or it was issued elsewhere. */
  owner: tokenOwner.nullable(),
  use_ipfs: z.boolean(),
  /** What the token names as its metadata on IPFS; null elsewhere, and until it is kept there. */
  metadata_uri: z.string().nullable(),
  /** Whether what goes to IPFS is held by a node of IPFS; else by this program alone. */
  ipfs_is_pinned: z.boolean(),
  /** The networks that this program reaches, and to whom a token there would go. */
  offers: z.array(z.object({ network: z.enum(networks), owner: tokenOwner })),
  /** Tokens that the account has had issued, and how many its plan allows; null is any number. */
  plan: z.object({ is_premium: z.boolean(), used: z.number().int(), most: z.number().int().nullable() }),
});
export type OwnToken = z.output<typeof ownToken>;

export const getMySongNft = endpoint({
  method: "GET",
  path: "my/song/:id/nft",
  access: "session",
  tag: "wnfts",
  summary: "The token (wNFT) of a wrap of the caller's, and what issuing one would mean.",
  params: songId,
  answer: ownToken,
});
