import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { ownershipProof, requireOneProof } from "./ownership-proof.ts";
import { walletAddress } from "./participation.ts";

/** The texts of the specification. */
export const qrTexts = {
  noAccounts: "We could not load your wallet accounts.",
  notConfirmed:
    "We could not confirm ownership of this NFT with the connected wallet. Please ensure the correct wallet has been connected and try again.",
  refused: "We were unable to process this request. Please contact support.",
  noWallet: "We were unable to connect to your wallet. Please try a browser with built-in wallet support.",
} as const;

/**
 * Returns whether a code may lead to a link: http or https, without credentials, which make one site look like another, and
 * without control characters, which could begin a new header.
 */
export function isRedirectTarget(link: string): boolean {
  if (/\p{Cc}/u.test(link) || !URL.canParse(link)) return false;
  const { protocol, username, password } = new URL(link);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}

const number = z.coerce
  .number()
  .int()
  .positive()
  .max(2 ** 31 - 1);

/** The content of a secure QR code: the song, the component and the participant id of the artwork. */
const code = { songId: number, componentId: number, nftId: number };

/** A repeated visit by the same visitor within this time is no new scan. */
export const SCAN_INTERVAL_S = 600;

export const postQrScan = endpoint({
  method: "POST",
  path: "qr/scan",
  access: "public",
  limit: "proof",
  tag: "qr",
  summary:
    "Counts a scan of a secure QR code; repeats by the same visitor (X-Wrap-Per) within ten minutes are not counted. " +
    "`kept`: the artwork is kept for its owner, who confirms by session instead of a wallet.",
  body: z.object(code),
  answer: z.object({ counted: z.boolean(), kept: z.boolean() }),
});

export const postQrMessage = endpoint({
  method: "POST",
  path: "qr/message",
  access: "public",
  limit: "proof",
  limitedBy: ["componentId", "nftId", "wallet"],
  tag: "qr",
  summary:
    "Returns the message (EIP-4361) that the owner of an artwork signs to confirm a QR code in it. E0043: the wallet does not " +
    "own the artwork. E0044: the code is already confirmed.",
  body: z.object({ ...code, wallet: walletAddress }),
  answer: z.object({
    message: z.string(),
    nonce: z.string(),
    chain_id: z.number().int(),
    /** Seconds. A day if the wallet is a contract, otherwise five minutes. */
    valid_for: z.number().int(),
  }),
});

export const postQrConfirm = endpoint({
  method: "POST",
  path: "qr/confirm",
  access: "optional",
  limit: "proof",
  limitedBy: ["componentId", "nftId", "wallet"],
  tag: "qr",
  summary:
    "Confirms a QR code by the signature of the artwork's current owner, once per component and artwork, and returns its target. " +
    "A repeat with the same signature within five minutes returns the same. The signature `0x` stands for the approval of a contract " +
    "wallet on its chain and needs the `nonce`. `kept` instead of wallet and signature: the session proves " +
    "ownership of an artwork that is kept for its owner. E0043: the wallet or account does not own the artwork. " +
    "E0044: the code is already confirmed.",
  body: z.object({ ...code, ...ownershipProof(qrTexts.notConfirmed) }).superRefine(requireOneProof),
  answer: z.string(),
});

/** Scans and confirmations of a component's secure codes. Other codes are not counted. */
export const scans = z.object({
  component_id: z.number().int(),
  component: z.string(),
  scans: z.number().int(),
  confirmed: z.number().int(),
  last_confirmed_at: z.string().nullable(),
});
export type Scans = z.output<typeof scans>;

export const getScans = endpoint({
  method: "GET",
  path: "my/dapp/:id/scans",
  access: "session",
  tag: "qr",
  summary:
    "Lists how often the QR codes of the caller's experience were scanned and confirmed, by component.",
  params: z.object({ id: z.string().min(1).max(120) }),
  answer: z.object({ components: z.array(scans) }),
});
