import type { ListedPayment, OrderKind } from "@wrapsody/shared/payments/payments.ts";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database/database.ts";

export type { OrderKind };
/** Identifies an order. The feature that sells stores its orders; payments know only their kind and reference. */
export type OrderReference = { kind: OrderKind; reference: string };

/** The billing interval of a recurring payment. */
export type Period = "MONTH" | "YEAR";

/** A one-time or recurring purchase. Amounts are US cents, fixed when it was ordered. */
export type Purchase = OrderReference & {
  accountId: string;
  /** The account that earns it; null for income of the platform. */
  payeeId: string | null;
  title: string;
  amountCents: number;
  /** The part of `amountCents` that the platform keeps. */
  platformFeeCents: number;
  /** Renews every period until it is cancelled; a one-time payment has none. */
  period?: Period;
  /** When the checkout closes; within 23 hours. Money that is in transit then may still arrive, see `onPaid`. */
  expiresAt: Date;
  /** Absolute URLs of this site that the checkout redirects to. */
  successUrl: string;
  cancelUrl: string;
};

export type PaymentState = "OPEN" | "PAID" | "EXPIRED" | "REFUNDED";

/** The state of a recurring payment, as its provider last reported it. */
export type SubscriptionTerms = {
  /** UNPAID: the charge for the next period failed and is retried. ENDED: nothing more is charged. */
  status: "PAID" | "UNPAID" | "ENDED";
  paidUntil: Date;
  period: Period;
  /** The price after the paid period; null: it ends then. */
  next: { period: Period; amountCents: number } | null;
};

/** An invoice for one period of an order. Amounts are US cents. */
export type Invoice = {
  id: string;
  kind: OrderKind;
  reference: string;
  number: string | null;
  amount_cents: number;
  refunded_cents: number;
  state: "OPEN" | "PAID" | "VOID";
  period: Period;
  period_from: string;
  period_until: string;
  created_at: string;
  paid_at: string | null;
};

/**
 * Callbacks of a feature for changes of its orders' payments. Each method runs in the transaction that records the change, with
 * the payment locked, once per change however often the provider reports it. Money may arrive after `onExpired`, so each method
 * re-reads its own state.
 */
export type OrderHandler = {
  /** Fulfils the order. Returns REFUND if it cannot be fulfilled: the payment is refunded in the same transaction. */
  onPaid(
    context: Context,
    tx: Executor,
    reference: string,
    terms: SubscriptionTerms | null,
  ): Promise<"FULFILLED" | "REFUND">;
  /** The checkout closed without a payment. */
  onExpired(context: Context, tx: Executor, reference: string): Promise<void>;
  /**
   * Receives the terms of a paid recurring order after every sync, changed or not, also while it is being refunded. Terms that were
   * fetched before newer ones were stored are dropped.
   */
  onSubscriptionSynced?(
    context: Context,
    tx: Executor,
    reference: string,
    terms: SubscriptionTerms,
  ): Promise<void>;
  /** The payment was refunded in full: by `refundPayment`, by REFUND, or by an administrator here or at the provider. */
  onRefunded?(context: Context, tx: Executor, reference: string): Promise<void>;
  /** Looks up orders for the payments page of administrators. */
  directory?: OrderDirectory;
};

/** An order as administrators see it. */
export type OrderSummary = NonNullable<ListedPayment["order"]> & { reference: string };

/** A paid order that cannot be fulfilled yet. */
export type BlockedOrder = { reference: string; problem: "MATERIAL_MISSING" | "ARTWORK_FAILED" };

/** Read-only queries for the orders of one kind. */
export type OrderDirectory = {
  /** Summarises the orders that exist among `references`. */
  summarize(db: Executor, references: readonly string[]): Promise<OrderSummary[]>;
  /** Returns the reference of the order with that public number; undefined if there is none. */
  findByNumber(db: Executor, number: string): Promise<string | undefined>;
  /** Lists orders that have waited for material since before `before`, and those whose artwork failed. */
  listBlocked?(db: Executor, before: Date): Promise<BlockedOrder[]>;
};

/** Kinds without a handler are not sold: opening a checkout for one is refused. */
export type OrderHandlers = Readonly<Partial<Record<OrderKind, OrderHandler>>>;

let handlers: OrderHandlers = {};

/**
 * Registers the handler of each kind of order. `features.ts` calls it when it is loaded, so every process has them: any process may be
 * the first to learn of a payment.
 */
export function registerOrderHandlers(orderHandlers: OrderHandlers): void {
  handlers = orderHandlers;
}

export function getOrderHandler(kind: OrderKind): OrderHandler | undefined {
  return handlers[kind];
}
