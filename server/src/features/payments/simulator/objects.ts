import { randomBytes } from "node:crypto";
import type { BillingParameters } from "./billing-parameters.ts";
import type { CheckoutParameters } from "./parameters.ts";
import type { Interval } from "./periods.ts";

/** The objects that the simulator stores. Times are seconds, amounts cents. */
export type Metadata = Record<string, string>;

/** `title` is the name of the product. */
export type Price = { id: string; product: string; title: string; unit_amount: number; interval: Interval };

/** `card` is the default payment method that was chosen in the portal. */
export type Customer = { id: string; email: string | null; isDeleted: boolean; card: string | null };

export type Charge = {
  id: string;
  amount: number;
  amount_refunded: number;
  disputed: boolean;
  fee: number | null;
  /** The platform's settlement currency and its exchange rate from dollars. */
  feeCurrency: string;
  exchangeRate: number | null;
};

export type PaymentIntent = {
  id: string;
  customer: string;
  amount: number;
  created: number;
  /** Undefined: the card was declined. */
  charge: Charge | undefined;
};

export type Invoice = {
  id: string;
  subscription: string;
  number: string | null;
  status: "draft" | "open" | "paid" | "void";
  autoAdvance: boolean;
  price: Price;
  period: { start: number; end: number };
  created: number;
  paidAt: number | null;
  /** How often the card was declined. */
  declined: number;
  intent: PaymentIntent | undefined;
};

export type Phase = { start: number; end: number; price: Price };

export type Schedule = {
  id: string;
  subscription: string;
  status: "active" | "released" | "completed" | "canceled";
  endBehavior: "release" | "cancel";
  /** The payment method of the next phases. */
  card: string;
  phases: Phase[];
};

export type Subscription = {
  id: string;
  /** The first part of its invoices' numbers. */
  number: number;
  customer: string;
  status: "active" | "past_due" | "canceled";
  metadata: Metadata;
  created: number;
  price: Price;
  period: { start: number; end: number };
  cancelAtPeriodEnd: boolean;
  cancelAt: number | null;
  endedAt: number | null;
  schedule: string | null;
  /** The payment method. */
  card: string;
};

export type Session = {
  id: string;
  params: CheckoutParameters["createSession"];
  amount: number;
  created: number;
  expiresAt: number;
  status: "open" | "complete" | "expired";
  /** The first charge. */
  intentId: string | undefined;
  charge: Charge | undefined;
  /** Set in the mode `subscription` once it is paid. */
  started: { subscription: Subscription; invoice: Invoice } | undefined;
};

export type Refund = {
  id: string;
  payment_intent: string;
  amount: number;
  metadata: Metadata;
  status: "succeeded" | "pending" | "failed";
  created: number;
  /** The payee's share was taken back. Refunds of earlier versions do not say. */
  isReversed?: boolean;
};

export type Dispute = {
  id: string;
  payment_intent: string;
  amount: number;
  created: number;
  status: "needs_response" | "won" | "lost";
};

/** A payment or refund on the balance of an account. */
export type BalanceItem = {
  id: string;
  type: "payment" | "payment_refund";
  source: { id: string; object: "charge" } | { id: string; object: "refund"; charge: string };
  amount: number;
  fee: number;
  created: number;
};

/** A payout consists of everything on the balance that no earlier payout contains. */
export type Payout = {
  id: string;
  amount: number;
  status: "in_transit" | "paid" | "failed";
  created: number;
  arrival: number;
  items: BalanceItem[];
};

/** `requirements`: the names of what Stripe still requires. Accounts of earlier versions have neither these nor payouts. */
export type Account = {
  transfers: "active" | "inactive";
  metadata: Metadata;
  requirements?: string[];
  deadline?: number;
  payouts?: Payout[];
};

export type PortalConfiguration = { id: string; metadata: Metadata; takesCards: boolean };

/** The data that Stripe stores, or the part of it that a request concerns. Lists are in the order of creation. */
export type SimulatorState = {
  sessions: Session[];
  refunds: Refund[];
  disputes: Dispute[];
  accounts: Map<string, Account>;
  customers: Map<string, Customer>;
  subscriptions: Map<string, Subscription>;
  schedules: Map<string, Schedule>;
  invoices: Invoice[];
  intents: PaymentIntent[];
  prices: Map<string, Price>;
  /** Names by id. */
  products: Map<string, string>;
  configurations: PortalConfiguration[];
  /** The number of the latest subscription. */
  counter: { subscriptions: number };
};

export function createState(): SimulatorState {
  return {
    sessions: [],
    refunds: [],
    disputes: [],
    accounts: new Map(),
    customers: new Map(),
    subscriptions: new Map(),
    schedules: new Map(),
    invoices: [],
    intents: [],
    prices: new Map(),
    products: new Map(),
    configurations: [],
    counter: { subscriptions: 0 },
  };
}

/** The pages on which people pay, change cards, see invoices and open payout accounts. */
export type PageUrls = {
  checkout(sessionId: string): string;
  invoice(invoiceId: string): string;
  portal(customerId: string, returnUrl: string | undefined): string;
  onboarding(accountId: string, returnUrl: string): string;
};

/** The context of the rules. `now` returns seconds. */
export type Environment = { state: SimulatorState; now: () => number; pages: PageUrls };

/** An event before it is signed. */
export type SimulatorEvent = {
  type: string;
  object: object;
  /** The connected account that it happened on. */
  account?: string;
};

/** The parameters of all endpoints, by the names of their schemas. */
export type Parameters = CheckoutParameters & BillingParameters;

/** Creates an unguessable id, because the URL of a page is its only protection. */
export const newId = (prefix: string) => `${prefix}_${randomBytes(18).toString("hex")}`;
