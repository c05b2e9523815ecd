import type { Context } from "../../../platform/context.ts";
import type { Provider } from "../provider.ts";
import { verifyEvent } from "../webhooks/signed-events.ts";
import { closeSession, createSession, listSessions } from "./checkout.ts";
import { type StripeAccess, stripeClient } from "./client.ts";
import { createCardUpdateUrl, findInvoiceUrl } from "./pages.ts";
import { canReceiveTransfers, createAccount, createAccountLink } from "./payout-accounts.ts";
import { refundInvoice, refundPayment } from "./refunds.ts";
import { cancelSubscription, setRenewal } from "./renewals.ts";
import { listReversals } from "./reversals.ts";
import { retrieveSession } from "./snapshot.ts";

/** Stripe, by its own library. Card data is entered on Stripe's pages and never reaches this program. */
export function stripeProvider({ clock }: Context, access: StripeAccess): Provider {
  const stripe = stripeClient(access);
  return {
    name: "STRIPE",
    openCheckout: (request) => createSession(stripe, request),
    retrieveCheckout: (sessionId) => retrieveSession(stripe, sessionId),
    closeCheckout: (sessionId) => closeSession(stripe, sessionId),
    refundPayment: (request) => refundPayment(stripe, request),
    refundInvoice: (request) => refundInvoice(stripe, request),
    setRenewal: (subscriptionId, next) => setRenewal(stripe, subscriptionId, next),
    cancelSubscription: (subscriptionId) => cancelSubscription(stripe, subscriptionId),
    createCardUpdateUrl: (customerId, returnUrl) => createCardUpdateUrl(stripe, customerId, returnUrl),
    findInvoiceUrl: (invoiceId) => findInvoiceUrl(stripe, invoiceId),
    listCheckouts: (since) => listSessions(stripe, since),
    listReversals: (since) => listReversals(stripe, since),
    verifyEvent: (sent, signature) =>
      verifyEvent(sent, signature, { secrets: access.webhookSecrets, now: clock.now() }),
    createPayoutAccount: (accountId) => createAccount(stripe, accountId),
    createOnboardingUrl: (externalId, back) => createAccountLink(stripe, externalId, back),
    isPayoutAccountReady: (externalId) => canReceiveTransfers(stripe, externalId),
  };
}
