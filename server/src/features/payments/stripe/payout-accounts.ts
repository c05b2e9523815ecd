import type Stripe from "stripe";
import { callStripe, isForbidden } from "./client.ts";

/** A publisher's account with Stripe, which Stripe itself asks for what it has to know of them. */
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
  { againUrl, returnUrl }: { againUrl: string; returnUrl: string },
): Promise<string> {
  const { url } = await callStripe(
    stripe.accountLinks.create({
      account: externalId,
      type: "account_onboarding",
      refresh_url: againUrl,
      return_url: returnUrl,
    }),
  );
  return url;
}

/** One that is gone, or that its owner took away from the platform, takes none. */
export async function canReceiveTransfers(stripe: Stripe, externalId: string): Promise<boolean> {
  try {
    const { capabilities } = await callStripe(stripe.accounts.retrieve(externalId));
    return capabilities?.transfers === "active";
  } catch (error) {
    if (isForbidden(error)) return false;
    throw error;
  }
}
