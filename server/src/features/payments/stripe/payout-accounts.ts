import type Stripe from "stripe";
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

/** Returns false also for an account that was deleted or disconnected from the platform. */
export async function canReceiveTransfers(stripe: Stripe, externalId: string): Promise<boolean> {
  try {
    const { capabilities } = await callStripe(stripe.accounts.retrieve(externalId));
    return capabilities?.transfers === "active";
  } catch (error) {
    if (isForbidden(error)) return false;
    throw error;
  }
}
