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
import { webhookSecret } from "./deliver.ts";
import { markFirstInvoiceRefunded, markInvoiceRefunded, readInvoice } from "./invoices.data.ts";
import { cancelNow, cancelSubscription, newId, setRenewal } from "./renewals.ts";
import { retrieveCheckout } from "./snapshot.ts";
import { lockSubscriptionOf } from "./subscriptions.data.ts";

/** A simulated payment provider. Its state is in the database, so every node serves it. */
export function sandboxProvider(context: Context): Provider {
  const { db, clock, encryption, publicUrl } = context;
  return {
    name: "SANDBOX",
    openCheckout: (request) => openSandboxCheckout(context, request),
    retrieveCheckout: (sessionId) => retrieveCheckout(context, sessionId),
    closeCheckout: (sessionId) => markClosed(db, sessionId),
    refundPayment: (request) => refundPayment(context, request),
    refundInvoice: (request) => refundInvoice(context, request),
    setRenewal: (subscriptionId, next) => setRenewal(context, subscriptionId, next),
    cancelSubscription: (subscriptionId) => cancelSubscription(context, subscriptionId),
    createCardUpdateUrl: async (customerId, returnUrl) =>
      `${publicUrl}${billingPath}/${customerId}?${new URLSearchParams({ back: returnUrl })}`,
    findInvoiceUrl: async (invoiceId) =>
      (await readInvoice(db, invoiceId)) && `${publicUrl}${invoicePath}/${invoiceId}`,
    async *listCheckouts(since) {
      for (const { id, payment_id } of await listCheckouts(db, since, clock.now())) {
        yield { sessionId: id, paymentId: payment_id, readSnapshot: () => retrieveCheckout(context, id) };
      }
    },
    async *listReversals(since) {
      for (const paymentId of await listRefunded(db, since)) yield { paymentId };
    },
    verifyEvent: (sent, signature) =>
      verifyEvent(sent, signature, { secrets: [webhookSecret(encryption)], now: clock.now() }),
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

async function openSandboxCheckout(context: Context, request: CheckoutRequest) {
  const { db, clock, publicUrl } = context;
  await insertCheckout(db, {
    id: `sbx_${randomBytes(24).toString("base64url")}`,
    payment_id: request.paymentId,
    title: request.title,
    amount_cents: request.amountCents,
    ways_back: sealReturnUrls(context, request),
    // The sandbox sends no mail, so it stores no email address.
    period: request.period,
    customer_id: request.period && (request.customerId ?? newId("cus")),
    expiresAt: request.expiresAt,
    now: clock.now(),
  });
  const opened = await readCheckoutOf(db, request.paymentId);
  if (opened === undefined) throw new Error(`the sandbox has no checkout for ${request.paymentId}`);
  return { sessionId: opened.id, url: `${publicUrl}${checkoutPath}/${opened.id}` };
}

const SEAL_PURPOSE = "sandbox-checkout-ways";
const returnUrls = z.object({ successUrl: z.string(), cancelUrl: z.string() });

/** Encrypts the return URLs, because they contain the order's one-time code. */
function sealReturnUrls({ encryption }: Context, { successUrl, cancelUrl }: CheckoutRequest): Buffer {
  return encryption.encrypt(SEAL_PURPOSE, JSON.stringify({ successUrl, cancelUrl }));
}

/** Decrypts the return URLs of a checkout. */
export function openReturnUrls(
  { encryption }: Context,
  checkout: SandboxCheckout,
): z.output<typeof returnUrls> {
  return returnUrls.parse(JSON.parse(encryption.decrypt(SEAL_PURPOSE, checkout.ways_back)));
}

/** Refunds a checkout in full and cancels its subscription. */
function refundPayment(context: Context, { paymentId }: RefundRequest): Promise<RefundOutcome> {
  const now = context.clock.now();
  return context.db.transaction().execute(async (tx) => {
    if (!(await markRefunded(tx, paymentId, now))) return "FAILED";
    const subscription = await lockSubscriptionOf(tx, paymentId);
    if (subscription === undefined) return "DONE";
    await markFirstInvoiceRefunded(tx, subscription.id);
    await cancelNow(context, tx, subscription, now);
    return "DONE";
  });
}

/** Refunds one invoice in full, and cancels the subscription if requested. */
function refundInvoice(
  context: Context,
  { invoiceId, paymentId, subscriptionId }: InvoiceRefundRequest,
): Promise<RefundOutcome> {
  return context.db.transaction().execute(async (tx) => {
    const subscription = await lockSubscriptionOf(tx, paymentId);
    if (subscription === undefined) return "FAILED";
    if (!(await markInvoiceRefunded(tx, { id: invoiceId, subscriptionId: subscription.id }))) return "FAILED";
    if (subscriptionId !== null) await cancelNow(context, tx, subscription, context.clock.now());
    return "DONE";
  });
}
