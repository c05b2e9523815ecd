import type { ListQuery } from "@wrapsody/shared/page.ts";
import type { ListedPayment, OrderKind } from "@wrapsody/shared/payments.ts";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database.ts";
import type { Rows } from "../../platform/list.ts";

export type { OrderKind };
/** What is paid for. A feature that sells keeps its orders itself; here they are a kind and a reference. */
export type OrderReference = { kind: OrderKind; reference: string };

/** How long that lasts which one payment is for. */
export type Period = "MONTH" | "YEAR";

/** Something that is to be paid, once or for each period. Amounts are US cents, fixed when it was ordered. */
export type Purchase = OrderReference & {
  accountId: string;
  /** Whose income it is; null where it is the house's own. */
  payeeId: string | null;
  title: string;
  amountCents: number;
  /** The part of it that the house keeps. */
  platformFeeCents: number;
  /** How often it is paid for, until it is cancelled; without it, once. */
  period?: Period;
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
 * @throws Failure E0038 where nothing is configured to take payments, E0048 where the provider does not answer (and nothing is lost:
 * the same may be asked again), E0040 where the checkout was never opened before it was to close
 */
export type OpenCheckout = (context: Context, purchase: Purchase) => Promise<{ url: string }>;

/**
 * What became of a purchase; while it is open its provider is asked, and what it says is carried out. Undefined where none was opened.
 * No transaction may be open.
 *
 * @throws Failure E0048 where the provider does not answer
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

/** How something stands that is paid for again and again, as the provider said last. */
export type Terms = {
  /** UNPAID: the next period could not be paid for, and is tried again. ENDED: no more is charged. */
  status: "PAID" | "UNPAID" | "ENDED";
  paidUntil: Date;
  period: Period;
  /** What comes after the period that is paid for; null: it ends. Cents. */
  next: { period: Period; amountCents: number } | null;
};

/**
 * What a feature does about its orders; `features.ts` hands it in. Each is called in the transaction that writes down what the provider
 * said, while the payment is locked; once for each fact however often the provider says it. Money may arrive after `onExpired`, so each
 * re-reads its own state.
 */
export type OrderHandler = {
  /** Answers whether what was paid for can be given; REFUND pays it back in the same transaction. */
  onPaid(
    context: Context,
    tx: Executor,
    reference: string,
    terms: Terms | null,
  ): Promise<"FULFILLED" | "REFUND">;
  /** The checkout closed without a payment. */
  onExpired(context: Context, tx: Executor, reference: string): Promise<void>;
  /**
   * How a paid order stands that is paid for again and again; told whenever its provider was asked, changed or not, also while it is
   * being paid back. What was asked for earlier than was told already is passed over.
   */
  onTerms?(context: Context, tx: Executor, reference: string, terms: Terms): Promise<void>;
  /** All of it was paid back: by `refundPayment`, by REFUND, or by an administrator here or with the provider. */
  onRefunded?(context: Context, tx: Executor, reference: string): Promise<void>;
  /** What administrators are told of its orders. */
  desk?: OrderDesk;
};

/** An order as its owner knows it, for administrators. */
export type ShownOrder = NonNullable<ListedPayment["order"]> & { reference: string };

/** A paid order that does not go on. */
export type WaitingOrder = { reference: string; problem: "MATERIAL_MISSING" | "ARTWORK_FAILED" };

/** What the feature that sells knows of its orders. Each only reads. */
export type OrderDesk = {
  /** Those that there are of these. */
  show(db: Executor, references: readonly string[]): Promise<ShownOrder[]>;
  /** The reference of an order, by the number that its owner was told; undefined where there is none. */
  find(db: Executor, number: string): Promise<string | undefined>;
  /** Those that wait for something since before then, and those that failed. */
  listWaiting?(db: Executor, before: Date): Promise<WaitingOrder[]>;
};

/**
 * Says what a paid order is renewed as when its period ends, null: that it ends then; then asks the provider how it stands, and carries
 * that out (`onTerms`). Asked again with the same nothing changes. No transaction may be open.
 *
 * @throws Failure E0048 where the provider does not answer, E0046 where nothing is paid for again
 */
export type RenewAs = (
  context: Context,
  order: OrderReference,
  next: { title: string; amountCents: number; period: Period } | null,
) => Promise<void>;

/** Closes an order's checkout, unless it is paid meanwhile; answers what became of it. No transaction may be open. @throws Failure E0048 */
export type CloseCheckout = (context: Context, order: OrderReference) => Promise<PaymentState | undefined>;

/** Ends, by a job, all that an account pays for again and again: nothing more is charged. In the caller's transaction. */
export type EndSubscriptions = (context: Context, tx: Executor, accountId: string) => Promise<void>;

/** A bill for one period of an order, as it was told last. Amounts are US cents. */
export type Bill = {
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

/** The provider's page on which an account changes its card. @throws Failure E0046 where it pays for nothing, E0048, E0038 */
export type CardPage = (
  context: Context,
  payer: { accountId: string; returnUrl: string },
) => Promise<{ url: string }>;

/** The provider's page of one of the account's bills. @throws Failure E0001 where it is not theirs, E0048, E0038 */
export type BillPage = (
  context: Context,
  bill: { accountId: string; id: string },
) => Promise<{ url: string }>;

/** An account's bills, the latest first or last. */
export type ListBills = (
  db: Executor,
  accountId: string,
  page: Pick<ListQuery, "limit" | "offset" | "sortDir">,
) => Promise<Rows<Bill>>;

/** Whether somebody is configured to take payments. */
export type TakesPayments = (context: Context) => boolean;

/** Of a kind without a handler nothing is sold: its checkouts are refused. */
export type OrderHandlers = Readonly<Partial<Record<OrderKind, OrderHandler>>>;
