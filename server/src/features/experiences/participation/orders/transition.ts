import type { ErrorCode } from "@wrapsody/shared/api/errors.ts";
import type { RefundReason } from "@wrapsody/shared/experiences/participation.ts";

export const orderStates = [
  "RESERVED",
  "AWAITING_PAYMENT",
  "NEEDS_MATERIAL",
  "FULFILLED",
  "EXPIRED",
  "REFUNDED",
] as const;
export type OrderState = (typeof orderStates)[number];

/** OPEN also covers campaigns that are not active yet; CLOSED: completed, by hand or by its last spot. */
export type CampaignStatus = "OPEN" | "CLOSED" | "DELETED";

/** The input of a transition, read while the order is locked. */
export type OrderFacts = {
  state: OrderState;
  /** Whether the order costs money; everything else is free. */
  hasPrice: boolean;
  campaign: CampaignStatus;
  /** Whether the deadline of the reservation or of the photos is over. */
  isOverdue: boolean;
  /** Whether a photo that the campaign asks for is missing. */
  lacksPhotos: boolean;
  /** Whether the buyer deleted their account. */
  isAbandoned: boolean;
  /** Whether the refund is already recorded. */
  isRefundRecorded: boolean;
};

export type OrderEvent =
  /** The buyer confirmed a free order by its code. */
  | { type: "CONFIRMED" }
  /** The provider took the payment; late, early or repeatedly. */
  | { type: "PAID" }
  | { type: "PHOTO_ADDED" }
  /** A late payment got another spot, or none (`code` says why). */
  | { type: "SPOT_RESERVED" }
  | { type: "SPOT_DENIED"; code: ErrorCode }
  /** The artwork was drawn, or no combination was left to draw. */
  | { type: "DRAWN" }
  | { type: "DRAW_EXHAUSTED" }
  /** The checkout closed without a payment, or the deadline of a free order passed. */
  | { type: "EXPIRED" }
  /** The buyer gave up the spot. */
  | { type: "CANCELLED" }
  /** The provider refunded the whole payment. */
  | { type: "REFUNDED" }
  | { type: "CAMPAIGN_DELETED" }
  /** The buyer is about to delete their account. */
  | { type: "ACCOUNT_DELETED" };

/** A new state and everything that it entails. */
export type Change = {
  type: "CHANGE";
  state: OrderState;
  /** Why the order ended; null unless it did. */
  failedBy: ErrorCode | null;
  spot: "KEEP" | "RELEASE";
  /** REFUND: a refund is due. RECORD_REFUND: the money went back. */
  money: "KEEP" | "REFUND" | "RECORD_REFUND";
  points: "KEEP" | "AWARD" | "REVERSE";
  artwork: "NONE" | "DRAWN";
  mail: "CONFIRMED" | "PHOTO_REQUEST" | "REFUND" | null;
};

export type Outcome =
  | Change
  /** Nothing changes; a payment that belongs to no living order is still refunded. */
  | { type: "IGNORE"; isRefundDue: boolean }
  /** Draw the artwork, then send DRAWN or DRAW_EXHAUSTED. */
  | { type: "DRAW" }
  /** Reserve another spot, then send SPOT_RESERVED or SPOT_DENIED. */
  | { type: "RESERVE_SPOT" };

const IGNORE = { type: "IGNORE", isRefundDue: false } as const;
const IGNORE_AND_REFUND = { type: "IGNORE", isRefundDue: true } as const;

/** Decides what an event does to an order. Pure; `applyOrderEvent` carries it out. */
export function transition(order: OrderFacts, event: OrderEvent): Outcome {
  const { state, hasPrice, campaign, isOverdue } = order;
  const isFree = !hasPrice;
  const isOpenFree = isFree && (state === "RESERVED" || state === "NEEDS_MATERIAL");
  switch (event.type) {
    case "CONFIRMED":
      if (state !== "RESERVED" || campaign === "DELETED") return IGNORE;
      return isOverdue ? expireOrder(order, "E0040") : proceedOrder(order);
    case "PAID":
      return handlePayment(order);
    case "PHOTO_ADDED":
      return state === "NEEDS_MATERIAL" && campaign !== "DELETED" ? proceedOrder(order) : IGNORE;
    case "SPOT_RESERVED":
      return state === "EXPIRED" && hasPrice ? proceedOrder(order) : IGNORE;
    case "SPOT_DENIED":
      return state === "EXPIRED" && hasPrice ? refundOrder(order, event.code, "KEEP") : IGNORE;
    case "DRAWN":
      return fulfilOrder(order);
    case "DRAW_EXHAUSTED":
      return endUndrawn(order);
    case "EXPIRED":
      if (state === "AWAITING_PAYMENT" || (isOpenFree && isOverdue)) return expireOrder(order, "E0040");
      return IGNORE;
    case "CANCELLED":
      return state === "AWAITING_PAYMENT" || isOpenFree ? expireOrder(order, "E0040") : IGNORE;
    case "CAMPAIGN_DELETED":
      if (campaign !== "DELETED") return IGNORE;
      if (isOpenFree) return expireOrder(order, "E0040");
      return state === "NEEDS_MATERIAL" ? refundOrder(order, "E0001") : IGNORE;
    case "ACCOUNT_DELETED":
      if (state === "AWAITING_PAYMENT" || isOpenFree) return expireOrder(order, "E0040");
      return state === "NEEDS_MATERIAL" ? refundOrder(order, "E0040") : IGNORE;
    case "REFUNDED":
      return isFree || order.isRefundRecorded ? IGNORE : recordRefund(order);
  }
}

/** A payment may arrive before, after or instead of everything else; the state decides what it still buys. */
function handlePayment(order: OrderFacts): Outcome {
  const { state, campaign, hasPrice, isAbandoned } = order;
  switch (state) {
    case "NEEDS_MATERIAL":
    case "FULFILLED":
      return IGNORE;
    case "AWAITING_PAYMENT":
      return campaign === "DELETED" ? refundOrder(order, "E0001") : proceedOrder(order);
    case "EXPIRED":
      if (campaign === "DELETED") return refundOrder(order, "E0001", "KEEP");
      if (hasPrice && isAbandoned) return refundOrder(order, "E0040", "KEEP");
      return hasPrice ? { type: "RESERVE_SPOT" } : IGNORE_AND_REFUND;
    case "RESERVED":
    case "REFUNDED":
      return IGNORE_AND_REFUND;
  }
}

/** Waits for missing photos, otherwise draws. */
function proceedOrder({ state, hasPrice, lacksPhotos }: OrderFacts): Outcome {
  if (!lacksPhotos) return { type: "DRAW" };
  const isNew = state !== "NEEDS_MATERIAL";
  return change({ state: "NEEDS_MATERIAL", mail: hasPrice && isNew ? "PHOTO_REQUEST" : null });
}

function fulfilOrder({ state }: OrderFacts): Outcome {
  if (state === "FULFILLED" || state === "REFUNDED") return IGNORE;
  return change({ state: "FULFILLED", points: "AWARD", artwork: "DRAWN", mail: "CONFIRMED" });
}

/** Ends an order that got no combination. A line of a wallet list counts as FULFILLED before it is drawn. */
function endUndrawn(order: OrderFacts): Outcome {
  const { state, hasPrice } = order;
  if (state === "REFUNDED" || (state === "FULFILLED" && hasPrice)) return IGNORE;
  return hasPrice ? refundOrder(order, "E0033") : expireOrder(order, "E0033");
}

/** Ends an order that nothing was paid for. */
function expireOrder(order: OrderFacts, failedBy: ErrorCode): Change {
  return change({ state: "EXPIRED", failedBy, spot: releaseIfOpen(order) });
}

/** Ends a paid order without an artwork. `spot` is KEEP if the spot was released before. */
function refundOrder(order: OrderFacts, failedBy: ErrorCode, spot = releaseIfOpen(order)): Change {
  return change({ state: "REFUNDED", failedBy, spot, money: "REFUND", mail: "REFUND" });
}

/** A drawn artwork stays its owner's, without the points; an order without one loses its spot. */
function recordRefund(order: OrderFacts): Change {
  const { state } = order;
  const money = "RECORD_REFUND";
  if (state === "FULFILLED")
    return change({ state, money, points: "REVERSE", artwork: "DRAWN", mail: "REFUND" });
  if (state !== "NEEDS_MATERIAL") return change({ state, money });
  return change({ state: "REFUNDED", failedBy: "E0040", spot: releaseIfOpen(order), money, mail: "REFUND" });
}

/** A closed or deleted experience sells no spots, so none is returned. */
function releaseIfOpen({ campaign }: OrderFacts): Change["spot"] {
  return campaign === "OPEN" ? "RELEASE" : "KEEP";
}

function change(parts: Partial<Change> & Pick<Change, "state">): Change {
  return {
    type: "CHANGE",
    failedBy: null,
    spot: "KEEP",
    money: "KEEP",
    points: "KEEP",
    artwork: "NONE",
    mail: null,
    ...parts,
  };
}

const REFUND_REASONS: Partial<Record<ErrorCode, RefundReason>> = {
  E0001: "WITHDRAWN",
  E0032: "TOO_LATE",
  E0033: "SOLD_OUT",
  E0088: "CODE_USED",
};

/** Returns why a paid order was refunded, from the recorded `failed_by`. */
export function toRefundReason(failedBy: ErrorCode | null): RefundReason {
  return (failedBy === null ? undefined : REFUND_REASONS[failedBy]) ?? "BY_THE_HOUSE";
}
