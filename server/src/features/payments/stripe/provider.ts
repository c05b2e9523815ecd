import type { Context } from "../../../platform/context.ts";
import type { Provider } from "../provider.ts";
import { readSignedEvent } from "../signed-events.ts";
import { closeSession, createSession, listSessions, lookUpSession } from "./checkout.ts";
import { type StripeAccess, stripeClient } from "./client.ts";
import { createAccount, linkToAccount, takesTransfers } from "./payout-accounts.ts";
import { refundIntent } from "./refunds.ts";

/** Stripe, by its own library. No card data comes here: cards are typed on Stripe's pages. */
export function stripeProvider({ clock }: Context, access: StripeAccess): Provider {
  const stripe = stripeClient(access);
  return {
    name: "STRIPE",
    openCheckout: (asked) => createSession(stripe, asked),
    lookUp: (sessionId) => lookUpSession(stripe, sessionId),
    closeCheckout: (sessionId) => closeSession(stripe, sessionId),
    refund: (asked) => refundIntent(stripe, asked),
    listCheckouts: (since) => listSessions(stripe, since),
    readEvent: (sent, signature) =>
      readSignedEvent(sent, signature, { secret: access.webhookSecret, now: clock.now() }),
    openPayoutAccount: (accountId) => createAccount(stripe, accountId),
    payoutAccountPage: (externalId, back) => linkToAccount(stripe, externalId, back),
    isPayoutAccountReady: (externalId) => takesTransfers(stripe, externalId),
  };
}
