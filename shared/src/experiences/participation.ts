import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { instant } from "../api/media.ts";
import { dollars, MAX_CHOSEN_USD } from "../payments/pricing.ts";
import { addressErrors, parsePastedAddress } from "../text/pasted-address.ts";
import { crop } from "./crop.ts";
import { participant } from "./experiences.ts";
import { typedSpotCode } from "./spot-codes.ts";

/** The texts of the specification. */
export const participationTexts = {
  noWallet: "Campaign not found or you forgot to input your wallet.",
  walletAndKeep: "Leave out the wallet, or don’t ask to keep the artwork.",
  walletOnOtherNetwork:
    "This wallet is linked as a smart contract on another network, so it may not exist on this one.",
  photoTooLarge: "Your photo is too large. Please take an image under 10Mb.",
  photoType: "Please use a PNG or JPEG image.",
  photoTooSmall: "Your photo is too small. Please take an image of at least 64x64 pixels.",
  /** Sent with E0040, which otherwise means that nothing was charged. */
  refunded: "This payment was refunded.",
  /** Also sent with E0040. */
  otherAmount:
    "The amount paid differs from the price, so the order was not fulfilled. Please contact support.",
  noCampaign: "Could not find the campaign for this order. Please contact support.",
} as const;

/** Maximum bytes of an uploaded photo. It is scaled to a square of `side` pixels, so one below `minSide` would be a blur. */
export const photoLimits = { bytes: 10_000_000, side: 900, minSide: 64 } as const;
export const photoFilters = ["NONE", "MONO", "SEPIA", "INK", "FADED", "COLD"] as const;

/** How long a spot stays reserved, free or paid. Stripe closes no checkout before 30 minutes. */
export const RESERVATION_S = 30 * 60;
/** How long a free order waits for its photos. Paid orders wait without a deadline. */
export const PHOTO_DEADLINE_S = 24 * 60 * 60;
/** Open orders per account and experience. */
export const MAX_OPEN_ORDERS = 3;

const reference = z.object({ id: z.string().min(1).max(120) });
/** A wallet address as people paste it. Its digits in mixed case must match the checksum (EIP-55). */
export const walletAddress = z.string().transform((text, context) => {
  const pasted = parsePastedAddress(text);
  if (pasted.ok) return pasted.address;
  context.addIssue({ code: "custom", message: addressErrors[pasted.problem] });
  return z.NEVER;
});

export const order = z.object({
  exposed_id: z.string(),
  completed_at: instant.nullable(),
  /** US dollars. */
  total: z.number(),
  /** Null if the artwork is kept for its owner. */
  wallet_address: z.string().nullable(),
  song_campaign_id: z.number().int(),
  /** Points for the wrap that the buyer earned with it; none for its owner, and after a refund. */
  points_earned: z.number().int(),
  /** When the payment was refunded; the artwork stays the owner's. Null if it was not. */
  refunded_at: instant.nullable(),
});
export type Order = z.output<typeof order>;

export const postPayment = endpoint({
  method: "POST",
  path: "payment/:id",
  access: "session",
  limit: "order",
  tag: "participation",
  summary:
    "Reserves a spot in an experience for half an hour and returns where to continue: the payment provider's checkout or, if " +
    "the experience is free, the confirmation page. An open order for the same wallet is returned instead of a new one. `keep` instead of a wallet: the " +
    "artwork is kept for the caller, who can give a wallet later. `code` uses a code; E0007 on `code` says why it can't be used.",
  params: reference,
  body: z
    .object({
      wallet: z.string({ error: participationTexts.noWallet }).pipe(walletAddress).optional(),
      keep: z.boolean().default(false),
      qty: z.literal(1).default(1),
      /** US dollars. What the fan pays where they choose it; by default the minimum. Otherwise the price. */
      amount: dollars(MAX_CHOSEN_USD).optional(),
      /** A code of the publisher, which takes its discount off the price or the minimum. */
      code: typedSpotCode.optional(),
    })
    .refine(({ wallet, keep }) => keep || wallet !== undefined, {
      path: ["wallet"],
      error: participationTexts.noWallet,
    })
    .refine(({ wallet, keep }) => !keep || wallet === undefined, {
      path: ["keep"],
      error: participationTexts.walletAndKeep,
    }),
  answer: z.object({ redirect: z.string() }),
});

/**
 * Why a payment is refunded. SOLD_OUT: no spot or combination was left. TOO_LATE: the experience was closed. WITHDRAWN: its
 * publisher deleted it. CODE_USED: it was paid too late, and its code was used or revoked meanwhile. BY_THE_HOUSE: the site operator or the payment provider refunded it.
 */
export const refundReasons = ["SOLD_OUT", "TOO_LATE", "WITHDRAWN", "CODE_USED", "BY_THE_HOUSE"] as const;
export type RefundReason = (typeof refundReasons)[number];

/** An open, fulfilled or refunded order. */
export const ownOrder = z.object({
  exposed_id: z.string(),
  /** AWAITING_PAYMENT continues by repeating the first call with the same wallet, or `keep`; all others continue at `page`. */
  state: z.enum(["RESERVED", "AWAITING_PAYMENT", "NEEDS_MATERIAL", "FULFILLED", "REFUNDED"]),
  /** Null if the artwork is kept for its owner. */
  wallet_address: z.string().nullable(),
  /** US dollars. */
  total: z.number(),
  /** What a code took off, in US dollars. */
  discount: z.number(),
  created_at: instant,
  /** When the reservation expires; null without a deadline. */
  expires_at: instant.nullable(),
  /** Why the payment is refunded, if the state is REFUNDED or `refunded_at` is set; null otherwise. */
  paid_back_for: z.enum(refundReasons).nullable(),
  /** When it was refunded; null while the refund is pending. A FULFILLED order keeps its artwork. */
  refunded_at: instant.nullable(),
  /** The page of this site that confirms it. */
  page: z.string(),
});
export type OwnOrder = z.output<typeof ownOrder>;

export const getOwnOrders = endpoint({
  method: "GET",
  path: "payment/:id",
  access: "session",
  tag: "participation",
  summary:
    "Lists the caller's orders of an experience: open ones, then the last three that were fulfilled or refunded.",
  params: reference,
  answer: z.object({ data: z.array(ownOrder) }),
});

/** An order that waits for its fan, for example for the payment. */
export const waitingOrder = ownOrder.pick({ exposed_id: true, total: true, expires_at: true }).extend({
  state: z.enum(["RESERVED", "AWAITING_PAYMENT", "NEEDS_MATERIAL"]),
  campaign: z.object({ pretty_id: z.string(), name: z.string() }),
});
export type WaitingOrder = z.output<typeof waitingOrder>;

export const getOpenOrders = endpoint({
  method: "GET",
  path: "my/orders",
  access: "session",
  tag: "participation",
  summary:
    "Lists the caller's open orders of all experiences, newest first; each continues on the page of its experience.",
  answer: z.object({ data: z.array(waitingOrder) }),
});

export const deleteSpot = endpoint({
  method: "DELETE",
  path: "payment/:id",
  access: "session",
  tag: "participation",
  summary:
    "Cancels an unpaid order of the caller by its number and closes its checkout. E0032: it is already paid or fulfilled, and " +
    "stays. A repeat returns the same.",
  params: reference,
  answer: z.object({}),
});

/** Whether an order's receipt can be sent again: it was paid for, and did not end without an artwork. */
export function hasReceipt({ state, total }: { state: string; total: number }): boolean {
  return total > 0 && (state === "NEEDS_MATERIAL" || state === "FULFILLED");
}

export const postReceipt = endpoint({
  method: "POST",
  path: "payment/:id/receipt",
  access: "session",
  limit: "mail",
  tag: "participation",
  summary:
    "Emails the receipt of a paid order of the caller, by its number, to the address of the account again. E0032: the order was " +
    "not paid for, or ended without an artwork.",
  params: reference,
  answer: z.object({}),
});

export const postPaymentConfirm = endpoint({
  method: "POST",
  path: "payment/confirm",
  access: "optional",
  tag: "participation",
  summary:
    "Confirms an order by its code. E0086: a photo is needed first. E0039: the payment is pending; retry. E0040: the order was " +
    "not paid or confirmed in time. E0033: sold out; a payment is refunded. E0035: wrong code or order. A repeat returns the " +
    "same.",
  body: z.object({ code: z.string().min(1).max(100), orderId: z.string().min(1).max(100) }),
  answer: z.object({ order, participant: participant.nullable() }),
});

export const getOrderArtwork = endpoint({
  method: "GET",
  path: "payment/:id/artwork",
  access: "optional",
  tag: "participation",
  summary:
    "Returns the artwork of a confirmed order, by the order's code. `failed`: it could not be rendered or minted; the publisher " +
    "is notified and can retry. E0035: wrong code or order.",
  params: reference,
  query: z.object({ code: z.string().min(1).max(100) }),
  answer: z.object({ participant: participant.nullable(), failed: z.boolean() }),
});
export type OrderArtwork = z.output<typeof getOrderArtwork.answer>;

export const getOrderRefund = endpoint({
  method: "GET",
  path: "payment/:id/refund",
  access: "optional",
  tag: "participation",
  summary:
    "Returns the refund of an order, by the order's code: amount, reason and date. Without a refund `paid_back_for` is null. " +
    "E0035: wrong code or order.",
  params: reference,
  query: z.object({ code: z.string().min(1).max(100) }),
  answer: ownOrder.pick({ total: true, paid_back_for: true, refunded_at: true }),
});
export type OrderRefund = z.output<typeof getOrderRefund.answer>;

export const getPreselected = endpoint({
  method: "GET",
  path: "payment/:id/preselected",
  access: "optional",
  tag: "participation",
  summary: "Lists the photos that an order needs.",
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
  summary:
    "Adds or replaces a photo that an order needs: PNG or JPEG of at least 64 pixels, cropped to a square of 900. `crop` is " +
    "`left,top,width,height` in fractions of the photo as displayed, without which it is the largest centred square; `filter` " +
    "changes its colours. The last photo completes the order.",
  body: z.object({
    transaction_id: z.string().min(1).max(100),
    code: z.string().min(1).max(100),
    slot_number: z.coerce.number().int().min(1).max(9),
    preselected_id: z.coerce.number().int().positive(),
    crop: crop.optional(),
    filter: z.enum(photoFilters, { error: "This filter is unknown." }).default("NONE"),
  }),
  files: {
    photo: {
      maxBytes: photoLimits.bytes,
      tooLarge: participationTexts.photoTooLarge,
      missing: "Please select a file to upload.",
    },
  },
  answer: z.object({ complete: z.boolean() }),
});

export const patchMyArt = endpoint({
  method: "PATCH",
  path: "my/art/:participantId",
  access: "personal",
  limit: "order",
  tag: "participation",
  summary:
    "Gives a wallet to an artwork that is kept for the caller; it is then minted to that wallet with its number and picture. A " +
    "repeat with the same wallet returns the same. E0087: the artwork already has another wallet.",
  params: z.object({
    participantId: z.coerce
      .number()
      .int()
      .positive()
      .max(2 ** 31 - 1),
  }),
  body: z.object({ wallet: walletAddress }),
  answer: participant,
});
