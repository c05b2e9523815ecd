import { expect } from "vitest";
import type { Period } from "../../features/payments/index.ts";
import type {
  CheckoutRequest,
  Price,
  RefundRequest,
  SubscriptionSnapshot,
} from "../../features/payments/provider.ts";
import { addInterval } from "../../features/payments/simulator/periods.ts";
import { createSession, listSessions } from "../../features/payments/stripe/checkout.ts";
import { findStripe } from "../../features/payments/stripe/connection.ts";
import { createCardUpdateUrl, findHostedInvoiceUrl } from "../../features/payments/stripe/pages.ts";
import { createPaymentRefund } from "../../features/payments/stripe/refunds.ts";
import { cancelAtStripe, setRenewalAtStripe } from "../../features/payments/stripe/renewals.ts";
import { retrieveSession } from "../../features/payments/stripe/snapshot.ts";
import { sql } from "../../platform/database/database.ts";
import { reserveAddress, startListening } from "../http/listening.ts";
import { openShop } from "./stripe-shop.ts";

export const planPrices = {
  MONTH: { title: "Premium, paid monthly", amountCents: 1_000, period: "MONTH" },
  YEAR: { title: "Premium, paid yearly", amountCents: 9_600, period: "YEAR" },
} as const satisfies Record<Period, Price>;

/** Fetches a page without its styles. */
export async function fetchPage(url: string, language = "en") {
  const answer = await fetch(url, { headers: { "accept-language": language } });
  const text = (await answer.text()).replace(/<style>.*<\/style>/s, "");
  return { status: answer.status, headers: answer.headers, text };
}

/** Submits a choice without following the redirect. */
export async function submitChoice(url: string, choice: string, fields: Record<string, string> = {}) {
  const body = new URLSearchParams({ choice, ...fields });
  const answer = await fetch(url, { method: "POST", body, redirect: "manual" });
  return { status: answer.status, to: answer.headers.get("location"), text: await answer.text() };
}

/** Reads the hidden fields of the form that ends a period. */
export async function readHiddenFields(billing: string): Promise<Record<string, string>> {
  const { text } = await fetchPage(billing);
  const hidden = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value]));
}

/** Ends the period and returns the message of the page. */
export async function endPeriod(billing: string) {
  const { status, to } = await submitChoice(billing, "move", await readHiddenFields(billing));
  expect(status).toBe(303);
  const target = new URL(to ?? "", billing);
  const { text } = await fetchPage(target.href);
  return { message: target.searchParams.get("told"), text };
}

const toSeconds = (time: Date) => Math.floor(time.getTime() / 1000);

/** Returns the end of a period. The simulator has whole seconds, as Stripe does. */
export function endOfPeriod(from: Date, period: Period, anchor: Date): Date {
  const interval = period === "YEAR" ? "year" : "month";
  return new Date(addInterval(toSeconds(from), interval, { anchor: toSeconds(anchor) }) * 1000);
}

/** Starts the program with its Stripe simulator and helpers for subscriptions. */
export async function openSandboxPlans() {
  const program = await startListening(await reserveAddress());
  const { context } = program;
  const shop = await openShop(context);
  const stripe = findStripe(context)?.stripe;
  if (stripe === undefined) throw new Error("no simulator is configured");
  const provider = {
    retrieveCheckout: (id: string) => retrieveSession(stripe, id),
    openCheckout: (request: CheckoutRequest) => createSession(stripe, request),
    listCheckouts: (since: Date) => listSessions(stripe, since),
    refundPayment: (request: RefundRequest) => createPaymentRefund(stripe, request),
    setRenewal: (id: string, next: Price | null) => setRenewalAtStripe(stripe, id, next),
    cancelSubscription: (id: string) => cancelAtStripe(stripe, id),
    createCardUpdateUrl: (id: string, back: string) => createCardUpdateUrl(stripe, id, back),
    findInvoiceUrl: (id: string) => findHostedInvoiceUrl(stripe, id),
  };

  /** Inserts an account without payments. */
  async function addPayer(): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into account (email, name, role, password_hash, verified_at)
      select id || '@wrapsody.example', 'Payer', 'PROVIDER', 'none', now() from (select gen_random_uuid() as id) generated
      returning id`.execute(context.db);
    return rows[0]?.id ?? "";
  }

  /** Opens a checkout. */
  async function openPlan(period: Period = "MONTH") {
    const price = planPrices[period];
    const accountId = await addPayer();
    const purchase = shop.buildPlanPurchase({ ...price, platformFeeCents: price.amountCents, accountId });
    const { url } = await shop.openCheckout(purchase);
    return { purchase, reference: purchase.reference, url };
  }

  async function readCheckout(reference: string) {
    const checkout = await provider.retrieveCheckout((await shop.readPayment(reference)).session_id);
    if (checkout === undefined) throw new Error(`the sandbox does not know ${reference}`);
    return checkout;
  }

  async function readSubscription(reference: string): Promise<SubscriptionSnapshot> {
    const { subscription } = await readCheckout(reference);
    if (subscription === null) throw new Error(`nothing is paid for again by ${reference}`);
    return subscription;
  }

  return {
    program,
    shop,
    provider,
    openPlan,
    readCheckout,
    readSubscription,
    /** In whole seconds. */
    now: () => new Date(toSeconds(context.clock.now()) * 1000),
    /** Runs the jobs and returns what the program stored of a subscription. */
    async readStored(reference: string) {
      expect(await shop.runDueJobs()).toEqual([]);
      const { rows } = await sql<{ paid_until: string; is_ended: boolean; bills: string[] }>`
        select paid_until, ended_at is not null as is_ended,
          array(select i.state from payment_invoice i where i.payment_id = p.id order by i.number) as bills
        from payment p where reference = ${reference}`.execute(context.db);
      const paid_until = new Date(rows[0]?.paid_until ?? 0).toISOString();
      return { ...rows[0], paid_until, status: (await shop.listRecordedTerms(reference)).at(-1)?.status };
    },
    /** Lists the events received for an order, in order. */
    async listEvents(reference: string) {
      const { id } = await shop.readPayment(reference);
      const { rows } = await sql<{ type: string }>`
        select type from payment_event where told->>'paymentId' = ${id} order by id`.execute(context.db);
      return rows.map(({ type }) => type);
    },
    /** Pays for a subscription and returns its billing page. */
    async subscribe(period: Period = "MONTH") {
      const { url, reference } = await openPlan(period);
      await submitChoice(url, "accept");
      expect(await shop.runDueJobs()).toEqual([]);
      const { id, customerId } = await readSubscription(reference);
      const billing = await provider.createCardUpdateUrl(customerId, `${program.url}/my/subscription`);
      return { reference, id, customerId, billing };
    },
  };
}
