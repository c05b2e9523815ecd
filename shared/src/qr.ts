import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { walletAddress } from "./participation.ts";

/** The texts of the specification. */
export const qrTexts = {
  noAccounts: "We could not load your wallet accounts.",
  notConfirmed:
    "We could not confirm ownership of this NFT with the connected wallet. Please ensure the correct wallet has been connected and try again.",
  refused: "We were unable to process this request. Please contact support.",
  noWallet: "We were unable to connect to your wallet. Please try a browser with built-in wallet support.",
} as const;

const number = z.coerce
  .number()
  .int()
  .positive()
  .max(2 ** 31 - 1);

/** What a secure QR code says: its component, the song, and the number of the participant whose artwork it is in. */
const code = { songId: number, componentId: number, nftId: number };

/** Seconds within which a code whose page is opened again by the same visitor was not scanned again. */
export const SCAN_INTERVAL_S = 600;

export const postQrScan = endpoint({
  method: "POST",
  path: "qr/scan",
  access: "public",
  limit: "proof",
  tag: "qr",
  summary:
    "Counts that the page of a secure QR code was opened; not again for the same visitor (X-Wrap-Per) within ten minutes.",
  body: z.object(code),
  answer: z.object({ counted: z.boolean() }),
});

export const postQrMessage = endpoint({
  method: "POST",
  path: "qr/message",
  access: "public",
  limit: "proof",
  limitedBy: ["componentId", "nftId", "wallet"],
  tag: "qr",
  summary:
    "The message (EIP-4361) by whose signature the holder of an artwork confirms it for a QR code in it. E0043: the wallet does not own the " +
    "artwork, and has nothing to sign. E0044: the code was confirmed before.",
  body: z.object({ ...code, wallet: walletAddress }),
  answer: z.object({ message: z.string(), chain_id: z.number().int() }),
});

export const postQrConfirm = endpoint({
  method: "POST",
  path: "qr/confirm",
  access: "public",
  limit: "proof",
  limitedBy: ["componentId", "nftId", "wallet"],
  tag: "qr",
  summary:
    "Confirms a QR code by the signature of the wallet that owns the artwork now, once for its component and artwork, and answers where it " +
    "leads. A repeat with the same signature within five minutes answers the same. E0043: the wallet does not own it. E0044: it was " +
    "confirmed before.",
  body: z.object({
    ...code,
    wallet: walletAddress,
    signature: z.string().regex(/^0x[0-9a-fA-F]{2,8192}$/, { error: qrTexts.notConfirmed }),
  }),
  answer: z.string(),
});

/** How often the page of a component's codes was opened, and how many were confirmed. Codes without a secure link lead past it. */
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
    "How often the QR codes of an experience of the caller's were scanned and confirmed, by component.",
  params: z.object({ id: z.string().min(1).max(120) }),
  answer: z.object({ components: z.array(scans) }),
});
