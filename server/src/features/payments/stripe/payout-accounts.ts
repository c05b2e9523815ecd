import type Stripe from "stripe";
import type { PayoutAccountSnapshot } from "../provider.ts";
import { callStripe, isForbidden } from "./client.ts";

/** Creates an Express account: Stripe onboards the publisher itself. */
export async function createAccount(stripe: Stripe, accountId: string): Promise<string> {
  const { id } = await callStripe(
    stripe.accounts.create(
      {
        type: "express",
        capabilities: { transfers: { requested: true } },
        metadata: { account_id: accountId },
      },
      { idempotencyKey: `payout-account ${accountId}` },
    ),
  );
  return id;
}

export async function createAccountLink(
  stripe: Stripe,
  externalId: string,
  { refreshUrl, returnUrl }: { refreshUrl: string; returnUrl: string },
): Promise<string> {
  const { url } = await callStripe(
    stripe.accountLinks.create({
      account: externalId,
      type: "account_onboarding",
      refresh_url: refreshUrl,
      return_url: returnUrl,
    }),
  );
  return url;
}

/** Returns an account without transfers also for one that was deleted or disconnected from the platform. */
export async function retrieveAccount(stripe: Stripe, externalId: string): Promise<PayoutAccountSnapshot> {
  try {
    return toSnapshot(await callStripe(stripe.accounts.retrieve(externalId)));
  } catch (error) {
    if (isForbidden(error))
      return { isReady: false, paysOut: false, requirements: [], isVerifying: false, deadline: null };
    throw error;
  }
}

function toSnapshot({ capabilities, payouts_enabled, requirements }: Stripe.Account): PayoutAccountSnapshot {
  const { currently_due, past_due, pending_verification, current_deadline } = requirements ?? {};
  return {
    isReady: capabilities?.transfers === "active",
    paysOut: payouts_enabled,
    requirements: [...new Set([...(past_due ?? []), ...(currently_due ?? [])])],
    isVerifying: (pending_verification ?? []).length > 0,
    deadline: current_deadline == null ? null : new Date(current_deadline * 1000),
  };
}
