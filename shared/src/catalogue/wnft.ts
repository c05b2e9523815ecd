import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { instant } from "../api/media.ts";
import { type Network, networks } from "../experiences/chain.ts";
import { walletAddress } from "../experiences/participation.ts";
import { royaltyRate } from "../payments/royalties.ts";

/** Networks offered for a wrap's token, the default first. */
export const wrapChains = ["LINEA", "POLYGON", "MAINNET"] as const;

/** Lists the networks that every form offers: the public chains always, then all other connected ones. */
export const listOfferedNetworks = (connected: readonly Network[]): Network[] => [
  ...new Set([...wrapChains, ...connected]),
];

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
    "Issues the token (wNFT) of a public wrap of the caller. Its metadata is served by this site and follows the wrap, or is " +
    "fixed on IPFS. Returns immediately; the token is minted when `nft_confirmed` is true. A royalty needs a linked wallet. E0027: the wrap is not public. " +
    "E0030: the plan's limit is reached. E0031: the wrap has a token or a pending one.",
  params: songId,
  body: z.object({
    /** One of `wrapChains`, or another connected network. */
    mintOn: z.enum(networks).default("LINEA"),
    useIpfs: z.boolean().default(false),
    /** Resale royalty in percent, paid to the linked wallet that receives the token. */
    royalty_rate: royaltyRate.default(0),
  }),
  answer: tokenOfSong,
});

/** State of a wrap's token. */
export const wnftStates = ["NONE", "PENDING", "MINTED", "FAILED"] as const;

/** Lower-case address. In custody: the operator's, for publishers without a linked wallet. */
const tokenOwner = z.object({ address: z.string(), in_custody: z.boolean() });

/** A transfer of a token from custody to a wallet of its publisher. */
const tokenTransfer = z.object({
  id: z.number().int(),
  wallet: z.string(),
  state: z.enum(["PENDING", "DONE", "FAILED"]),
  /** Why it failed; the token is still in custody. */
  problem: z.string().nullable(),
  /** Transaction hash; null until it is confirmed, and if the network does not know it. */
  hash: z.string().nullable(),
  requested_at: instant,
  ended_at: instant.nullable(),
});
export type TokenTransfer = z.output<typeof tokenTransfer>;

export const ownToken = tokenOfSong.extend({
  state: z.enum(wnftStates),
  /** The error of the network or IPFS node; only with FAILED, after which it can be requested again. */
  problem: z.string().nullable(),
  nft_id: z.string().nullable(),
  contract_address: z.string().nullable(),
  /** The wallet that the token was sent to, or the operator; null if there is no token or it was issued elsewhere. */
  owner: tokenOwner.nullable(),
  /** Transfers from custody, the latest first. */
  transfers: z.array(tokenTransfer),
  /** Resale royalty (ERC-2981): percent of the price, and the lower-case address that receives it. Null for none. */
  royalty: z.object({ rate: z.number(), receiver: z.string() }).nullable(),
  use_ipfs: z.boolean(),
  /** Metadata address on IPFS; null for tokens without IPFS and until it is published. */
  metadata_uri: z.string().nullable(),
  /** Whether an IPFS node pins the metadata; otherwise only this site stores it. */
  ipfs_is_pinned: z.boolean(),
  /** Connected networks with the owner a token would have there. */
  offers: z.array(z.object({ network: z.enum(networks), owner: tokenOwner })),
  /** Tokens issued so far and the plan's limit; null is unlimited. */
  plan: z.object({ is_premium: z.boolean(), used: z.number().int(), most: z.number().int().nullable() }),
});
export type OwnToken = z.output<typeof ownToken>;

export const getMySongNft = endpoint({
  method: "GET",
  path: "my/song/:id/nft",
  access: "session",
  tag: "wnfts",
  summary: "Returns the token (wNFT) of a wrap of the caller, and the options to issue one.",
  params: songId,
  answer: ownToken,
});

export const postSongNftTransfer = endpoint({
  method: "POST",
  path: "song/:id/nft/transfer",
  access: "personal",
  limit: "upload",
  tag: "wnfts",
  summary:
    "Transfers the token (wNFT) of a wrap of the caller from this site's custody to a linked wallet, for good. Returns immediately; " +
    "`GET my/song/{id}/nft` tells how it ended. After a failure it can be requested again. E0080: the token is not in custody. E0081: a " +
    "transfer is pending.",
  params: songId,
  body: z.object({
    /** A linked wallet that works on the token's network. */
    wallet: walletAddress,
  }),
  answer: tokenTransfer,
});
