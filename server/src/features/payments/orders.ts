import type { OrderKind } from "@wrapsody/shared/payments.ts";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database.ts";

export type { OrderKind };
/** What is paid for. A feature that sells keeps its orders itself; here they are a kind and a reference. */
export type OrderReference = { kind: OrderKind; reference: string };

/** Something that is to be paid once. Amounts are US cents, fixed when it was ordered. */
export type Purchase = OrderReference & {
  accountId: string;
  /** Whose income it is; null where it is the house's own. */
  payeeId: string | null;
  title: string;
  amountCents: number;
  /** The part of it that the house keeps. */
  platformFeeCents: number;
  /** When the checkout closes; within 23 hours. Money that is on its way at that moment may still arrive, see `onPaid`. */
  expiresAt: Date;
  /** Pages of this site that the checkout leads back to, as absolute addresses. */
  successUrl: string;
  cancelUrl: string;
};

export type PaymentState = "OPEN" | "PAID" | "EXPIRED" | "REFUNDED";

/**
 * Opens the provider's checkout for a purchase, once for its reference: a repeat answers the same address, and what the first one
 * said of price, fee, title and pages stands. It asks the provider, so no transaction may be open.
 *
 * @throws Failure E0038 where nothing is configured to take payments, E0037 where the provider does not answer (and nothing is lost:
 * the same may be asked again), E0040 where the checkout was never opened before it was to close
 */
export type OpenCheckout = (context: Context, purchase: Purchase) => Promise<{ url: string }>;

/**
 * What became of a purchase; while it is open its provider is asked, and what it says is carried out. Undefined where none was opened.
 * No transaction may be open.
 *
 * @throws Failure E0037 where the provider does not answer
 */
export type LookUpPayment = (context: Context, order: OrderReference) => Promise<PaymentState | undefined>;

/**
 * Has a paid purchase paid back, in the caller's transaction, by a job. Asked twice it is done once; what was not paid stays as it
 * is. It locks nothing, so it may be called whatever the caller holds.
 */
export type RefundPayment = (
  context: Context,
  tx: Executor,
  order: OrderReference & { reason: string },
) => Promise<void>;

/**
 * What a feature does about its orders; `features.ts` hands it in. Each is called in the transaction that writes down what the provider
 * said, while the payment is locked; once for each fact however often the provider says it. Money may arrive after `onExpired`, so each
 * re-reads its own state.
 */
export type OrderHandler = {
  /** Answers whether what was paid for can be given; REFUND pays it back in the same transaction. */
  onPaid(context: Context, tx: Executor, reference: string): Promise<"FULFILLED" | "REFUND">;
  /** The checkout closed without a payment. */
  onExpired(context: Context, tx: Executor, reference: string): Promise<void>;
  /** All of it was paid back: by `refundPayment`, by REFUND, or by an administrator here or with the provider. */
  onRefunded?(context: Context, tx: Executor, reference: string): Promise<void>;
};
/** Of a kind without a handler nothing is sold: its checkouts are refused. */
export type OrderHandlers = Readonly<Partial<Record<OrderKind, OrderHandler>>>;
