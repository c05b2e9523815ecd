import type { Context } from "../../../platform/context.ts";
import type { Provider } from "../provider.ts";
import { readSignedEvent } from "../signed-events.ts";
import { closeSession, createSession, listSessions } from "./checkout.ts";
import { type StripeAccess, stripeClient } from "./client.ts";
import { lookUpSession } from "./look-up.ts";
import { billPage, cardPage } from "./pages.ts";
import { createAccount, linkToAccount, takesTransfers } from "./payout-accounts.ts";
import { payBack, payBillBack } from "./refunds.ts";
import { cancelSubscription, renewSubscription } from "./renewals.ts";
import { listReversals } from "./reversals.ts";

/** Stripe, by its own library. No card data comes here: cards are typed on Stripe's pages. */
export function stripeProvider({ clock }: Context, access: StripeAccess): Provider {
  const stripe = stripeClient(access);
  return {
    name: "STRIPE",
    openCheckout: (asked) => createSession(stripe, asked),
    lookUp: (sessionId) => lookUpSession(stripe, sessionId),
    closeCheckout: (sessionId) => closeSession(stripe, sessionId),
    refund: (asked) => payBack(stripe, asked),
    refundBill: (asked) => payBillBack(stripe, asked),
    renewAs: (subscriptionId, next) => renewSubscription(stripe, subscriptionId, next),
    endSubscription: (subscriptionId) => cancelSubscription(stripe, subscriptionId),
    cardPage: (customerId, returnUrl) => cardPage(stripe, customerId, returnUrl),
    billPage: (billId) => billPage(stripe, billId),
    listCheckouts: (since) => listSessions(stripe, since),
    listReversals: (since) => listReversals(stripe, since),
    readEvent: (sent, signature) =>
      readSignedEvent(sent, signature, { secrets: access.webhookSecrets, now: clock.now() }),
    openPayoutAccount: (accountId) => createAccount(stripe, accountId),
    payoutAccountPage: (externalId, back) => linkToAccount(stripe, externalId, back),
    isPayoutAccountReady: (externalId) => takesTransfers(stripe, externalId),
  };
}
