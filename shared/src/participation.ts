import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { participant } from "./experiences.ts";
import { instant } from "./media.ts";

/** The texts of the specification. */
export const participationTexts = {
  noWallet: "Campaign not found or you forgot to input your wallet.",
  walletOnOtherNetwork:
    "You linked this wallet as a contract on another network. On the network of this experience nobody may hold it.",
  photoTooLarge: "Your photo is too large. Please take an image under 10Mb.",
  photoType: "Please use a PNG or JPEG image.",
  photoTooSmall: "Your photo is too small. Please take an image of at least 64x64 pixels.",
  /** Told with E0040, which else means that nothing was paid. */
  refunded: "This payment was paid back.",
  /** Told with E0040 as well. */
  otherAmount:
    "Another amount was paid than this costs, so nothing was given for it. Please contact support.",
  noCampaign: "Could not find the campaign for this order. Please contact support.",
} as const;

/**
 * Bytes of a photo as it is sent; it is made a square of `side` pixels. Of one with less than `leastSide` nothing would be seen then.
 */
export const photoLimits = { bytes: 10_000_000, side: 900, minSide: 64 } as const;
export const photoFilters = ["NONE", "MONO", "SEPIA", "INK", "FADED", "COLD"] as const;

/** Seconds that a place is reserved for. */
export const RESERVATION_S = 30 * 60;
/** Seconds that a free place waits for its photos. What was paid for waits as long as it takes. */
export const PHOTO_DEADLINE_S = 24 * 60 * 60;
/** Places of one experience that an account holds at the same time without having finished them. */
export const MAX_OPEN_ORDERS = 3;

const reference = z.object({ id: z.string().min(1).max(120) });
/** An account of a chain: `0x` and 40 hexadecimal digits; one in mixed case has to have the right checksum (EIP-55). */
export const walletAddress = z
  .string({ error: participationTexts.noWallet })
  .trim()
  .regex(/^0x[0-9a-fA-F]{40}$/, { error: "Please enter a wallet address (0x and 40 digits)." });

export const order = z.object({
  exposed_id: z.string(),
  completed_at: instant.nullable(),
  /** US dollars. */
  total: z.number(),
  wallet_address: z.string(),
  song_campaign_id: z.number().int(),
  /** When what was paid went back; the artwork stays its owner's. Null for what was not paid back. */
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
    "Reserves a place in an experience for half an hour and answers where to go on: the payment provider's page or, where " +
    "it is free, the confirmation page of this site. Whoever holds a place for the wallet that is not finished yet is led " +
    "back to it.",
  params: reference,
  body: z.object({ wallet: walletAddress, qty: z.literal(1).default(1) }),
  answer: z.object({ redirect: z.string() }),
});

/**
 * Why what was paid goes back. SOLD_OUT: nothing was left when it was paid. TOO_LATE: the experience was not open any more.
 * WITHDRAWN: its publisher deleted it. BY_THE_HOUSE: whoever runs the site, or their payment provider, decided so.
 */
export const refundReasons = ["SOLD_OUT", "TOO_LATE", "WITHDRAWN", "BY_THE_HOUSE"] as const;
export type RefundReason = (typeof refundReasons)[number];

/** An order that its owner may go on with, has finished, or is paid back for. */
export const ownOrder = z.object({
  exposed_id: z.string(),
  /** AWAITING_PAYMENT: the same call as the first, with the same wallet, leads on; all else goes on at `page`. */
  state: z.enum(["RESERVED", "AWAITING_PAYMENT", "NEEDS_MATERIAL", "FULFILLED", "REFUNDED"]),
  wallet_address: z.string(),
  /** US dollars. */
  total: z.number(),
  created_at: instant,
  /** Until when its place is kept; null where that has no end. */
  expires_at: instant.nullable(),
  /** Why what was paid goes back, of one that is REFUNDED or has `refunded_at`; null otherwise. */
  paid_back_for: z.enum(refundReasons).nullable(),
  /** When it went back; null for one that is REFUNDED as long as it is on its way. A FULFILLED one keeps its artwork. */
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
    "The caller's places in an experience, on whatever device they were taken: those that are not finished yet, then the last " +
    "three that are, or that were paid back.",
  params: reference,
  answer: z.object({ data: z.array(ownOrder) }),
});

export const deleteSpot = endpoint({
  method: "DELETE",
  path: "payment/:id",
  access: "session",
  tag: "participation",
  summary:
    "Gives up a place of the caller's that nothing was paid for, by the number of its order: its checkout is closed. E0032: it " +
    "is paid for meanwhile, or finished; then it stays. A repeat answers the same.",
  params: reference,
  answer: z.object({}),
});

export const postPaymentConfirm = endpoint({
  method: "POST",
  path: "payment/confirm",
  access: "optional",
  tag: "participation",
  summary:
    "Confirms an order by its code. E0086: a photo is needed first. E0039: its payment is under way; ask again. E0040: the " +
    "place was not paid for, or not confirmed, in time. E0033: nothing was left; what was paid is paid back. E0035: wrong " +
    "code or order. A repeat answers the same.",
  body: z.object({ code: z.string().min(1).max(100), orderId: z.string().min(1).max(100) }),
  answer: z.object({ order, participant: participant.nullable() }),
});

export const getOrderArtwork = endpoint({
  method: "GET",
  path: "payment/:id/artwork",
  access: "optional",
  tag: "participation",
  summary:
    "What has become of the artwork of an order that is confirmed, by the order's code. `failed`: it could not be made or " +
    "minted; its publisher knows, and may have it made again. E0035: wrong code or order.",
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
    "What goes back to whoever paid for an order, by the order's code: how much, why and, once it has gone back, when. Where " +
    "nothing does, `paid_back_for` is null. E0035: wrong code or order.",
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
  summary:
    "Takes a photo that an order needs, or another one for it: PNG or JPEG of 64 pixels or more, made a square of 900 around its " +
    "middle. The last one completes the order.",
  body: z.object({
    transaction_id: z.string().min(1).max(100),
    code: z.string().min(1).max(100),
    slot_number: z.coerce.number().int().min(1).max(9),
    preselected_id: z.coerce.number().int().positive(),
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
