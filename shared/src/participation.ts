import * as z from "zod";
import { campaignTexts } from "./campaigns.ts";
import { endpoint } from "./endpoint.ts";
import { participant } from "./experiences.ts";
import { instant } from "./media.ts";

/** Bytes of a photo as it is sent; it is cropped to a square of so many pixels before. */
export const photoLimits = { bytes: 10_000_000, side: 900 } as const;
export const photoFilters = ["NONE", "MONO", "SEPIA", "INK", "FADED", "COLD"] as const;

/** Seconds that a place is reserved for. */
export const reservedFor = 30 * 60;

const reference = z.object({ id: z.string().min(1).max(120) });
/** An account of a chain: `0x` and 40 hexadecimal digits; one in mixed case has to have the right checksum (EIP-55). */
export const walletAddress = z
  .string({ error: campaignTexts.noWallet })
  .trim()
  .regex(/^0x[0-9a-fA-F]{40}$/, { error: "Please enter a wallet address (0x and 40 digits)." });

export const order = z.object({
  exposed_id: z.string(),
  completed_at: instant.nullable(),
  /** US dollars. */
  total: z.number(),
  wallet_address: z.string(),
  song_campaign_id: z.number().int(),
});
export type Order = z.output<typeof order>;

/** Whether the reader may take part, and what is missing. */
export const campaignAccess = z.object({
  access: z.enum(["OPEN", "NEEDS_LOGIN", "NEEDS_INVITATION", "SOLD_OUT", "NOT_ACTIVE"]),
  /** Null is without limit. */
  places_left: z.number().int().nullable(),
  /** Of a private one: the reward level that opens it, what it takes, and what the reader has. */
  level: z
    .object({ id: z.number().int(), name: z.string(), needs: z.number().int(), has: z.number().int() })
    .nullable(),
});

export const getAccess = endpoint({
  method: "GET",
  path: "drop/:id/access",
  access: "optional",
  tag: "participation",
  summary: "Whether the caller may take part in an experience.",
  params: reference,
  answer: campaignAccess,
});

export const postPayment = endpoint({
  method: "POST",
  path: "payment/:id",
  access: "session",
  tag: "participation",
  summary:
    "Reserves a place in an experience for half an hour and answers where to go on: the payment provider's page or, where " +
    "it is free, the confirmation page of this site.",
  params: reference,
  body: z.object({ wallet: walletAddress, qty: z.literal(1).default(1) }),
  answer: z.object({ redirect: z.string() }),
});

export const postPaymentConfirm = endpoint({
  method: "POST",
  path: "payment/confirm",
  access: "optional",
  limit: "sign-in",
  tag: "participation",
  summary:
    "Confirms an order by its one-time code. E0086: a photo is needed first. A repeat answers the same; `participant` is " +
    "there once the picture is drawn.",
  body: z.object({ code: z.string().min(1).max(100), orderId: z.string().min(1).max(100) }),
  answer: z.object({ order, participant: participant.nullable() }),
});

export const getPreselected = endpoint({
  method: "GET",
  path: "payment/:id/preselected",
  access: "optional",
  tag: "participation",
  summary: "The photos that an order still needs.",
  params: reference,
  query: z.object({ code: z.string().min(1).max(100) }),
  answer: z.object({
    campaign_id: z.number().int(),
    transaction_id: z.string(),
    slots: z.array(
      z.object({
        slot_number: z.number().int(),
        preselected_id: z.number().int(),
        name: z.string(),
        done: z.boolean(),
      }),
    ),
  }),
});

export const postPreselected = endpoint({
  method: "POST",
  path: "nft/uploadPreselected",
  access: "optional",
  limit: "upload",
  tag: "participation",
  summary: "Takes a photo that an order needs. The last one completes the order.",
  body: z.object({
    transaction_id: z.string().min(1).max(100),
    code: z.string().min(1).max(100),
    slot_number: z.coerce.number().int().min(1).max(9),
    preselected_id: z.coerce.number().int().positive(),
  }),
  files: {
    photo: {
      maxBytes: photoLimits.bytes,
      tooLarge: campaignTexts.photoTooLarge,
      missing: "Please select a file to upload.",
    },
  },
  answer: z.object({ complete: z.boolean() }),
});
