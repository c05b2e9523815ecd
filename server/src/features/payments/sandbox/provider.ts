import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import type {
  CheckoutRequest,
  InvoiceRefundRequest,
  Provider,
  RefundOutcome,
  RefundRequest,
} from "../provider.ts";
import { verifyEvent } from "../webhooks/signed-events.ts";
import { billingPath, checkoutPath, invoicePath, payoutPath } from "./addresses.ts";
import {
  insertCheckout,
  insertSandboxAccount,
  listCheckouts,
  listRefunded,
  markClosed,
  markRefunded,
  readCheckoutOf,
  readSandboxAccount,
  type SandboxCheckout,
} from "./checkouts.data.ts";
import { sandboxSecret } from "./deliver.ts";
import { lookUpCheckout } from "./facts.ts";
import { markFirstInvoiceRefunded, markInvoiceRefunded, readInvoice } from "./invoices.data.ts";
import { end, endSubscription, newId, renewAs } from "./renewals.ts";
import { lockSubscriptionOf } from "./subscriptions.data.ts";

/** A card provider of the program's own, where no money moves. What it knows lies in the database, so every node can be asked. */
export function sandboxProvider(context: Context): Provider {
  const { db, clock, encryption, publicUrl } = context;
  return {
    name: "SANDBOX",
    openCheckout: (asked) => openSandboxCheckout(context, asked),
    retrieveCheckout: (sessionId) => lookUpCheckout(context, sessionId),
    closeCheckout: (sessionId) => markClosed(db, sessionId),
    refundPayment: (asked) => payBack(context, asked),
    refundInvoice: (asked) => payBillBack(context, asked),
    setRenewal: (subscriptionId, next) => renewAs(context, subscriptionId, next),
    cancelSubscription: (subscriptionId) => endSubscription(context, subscriptionId),
    createCardUpdateUrl: async (customerId, returnUrl) =>
      `${publicUrl}${billingPath}/${customerId}?${new URLSearchParams({ back: returnUrl })}`,
    findInvoiceUrl: async (billId) =>
      (await readInvoice(db, billId)) && `${publicUrl}${invoicePath}/${billId}`,
    async *listCheckouts(since) {
      for (const { id, payment_id } of await listCheckouts(db, since, clock.now())) {
        yield { sessionId: id, paymentId: payment_id, readSnapshot: () => lookUpCheckout(context, id) };
      }
    },
    async *listReversals(since) {
      for (const paymentId of await listRefunded(db, since)) yield { paymentId };
    },
    verifyEvent: (sent, signature) =>
      verifyEvent(sent, signature, { secrets: [sandboxSecret(encryption)], now: clock.now() }),
    async createPayoutAccount(accountId) {
      const id = `sbxacct_${encryption.hmac("sandbox-payout-account", accountId).toString("base64url")}`;
      await insertSandboxAccount(db, id, clock.now());
      return id;
    },
    createOnboardingUrl: async (externalId, { returnUrl }) =>
      `${publicUrl}${payoutPath}/${externalId}?${new URLSearchParams({ back: returnUrl })}`,
    isPayoutAccountReady: async (externalId) => (await readSandboxAccount(db, externalId))?.is_ready ?? false,
  };
}

async function openSandboxCheckout(context: Context, asked: CheckoutRequest) {
  const { db, clock, publicUrl } = context;
  await insertCheckout(db, {
    id: `sbx_${randomBytes(24).toString("base64url")}`,
    payment_id: asked.paymentId,
    title: asked.title,
    amount_cents: asked.amountCents,
    ways_back: closeWays(context, asked),
    // The sandbox writes to nobody, so it keeps no e-mail address.
    period: asked.period,
    customer_id: asked.period && (asked.customerId ?? newId("cus")),
    expiresAt: asked.expiresAt,
    now: clock.now(),
  });
  const opened = await readCheckoutOf(db, asked.paymentId);
  if (opened === undefined) throw new Error(`the sandbox has no checkout for ${asked.paymentId}`);
  return { sessionId: opened.id, url: `${publicUrl}${checkoutPath}/${opened.id}` };
}

const purpose = "sandbox-checkout-ways";
const ways = z.object({ successUrl: z.string(), cancelUrl: z.string() });

/** They carry the order's one-time code, which nobody may read who has the database alone. */
function closeWays({ encryption }: Context, { successUrl, cancelUrl }: CheckoutRequest): Buffer {
  return encryption.encrypt(purpose, JSON.stringify({ successUrl, cancelUrl }));
}

/** The pages that a checkout leads back to. */
export function waysBackOf({ encryption }: Context, checkout: SandboxCheckout): z.output<typeof ways> {
  return ways.parse(JSON.parse(encryption.decrypt(purpose, checkout.ways_back)));
}

/** All of what the checkout took; what it began ends with it. */
function payBack(context: Context, { paymentId }: RefundRequest): Promise<RefundOutcome> {
  const now = context.clock.now();
  return context.db.transaction().execute(async (tx) => {
    if (!(await markRefunded(tx, paymentId, now))) return "FAILED";
    const subscription = await lockSubscriptionOf(tx, paymentId);
    if (subscription === undefined) return "DONE";
    await markFirstInvoiceRefunded(tx, subscription.id);
    await end(context, tx, subscription, now);
    return "DONE";
  });
}

/** All of one bill; what it is a bill of goes on, unless it is to end with it. */
function payBillBack(
  context: Context,
  { billId, paymentId, subscriptionId }: InvoiceRefundRequest,
): Promise<RefundOutcome> {
  return context.db.transaction().execute(async (tx) => {
    const subscription = await lockSubscriptionOf(tx, paymentId);
    if (subscription === undefined) return "FAILED";
    if (!(await markInvoiceRefunded(tx, { id: billId, subscriptionId: subscription.id }))) return "FAILED";
    if (subscriptionId !== null) await end(context, tx, subscription, context.clock.now());
    return "DONE";
  });
}
