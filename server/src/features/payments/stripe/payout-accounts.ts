import type Stripe from "stripe";
import { answered, isForbidden } from "./client.ts";

/** A publisher's account with Stripe, which Stripe itself asks for what it has to know of them. */
export async function createAccount(stripe: Stripe, accountId: string): Promise<string> {
  const { id } = await answered(
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

export async function linkToAccount(
  stripe: Stripe,
  externalId: string,
  { againUrl, returnUrl }: { againUrl: string; returnUrl: string },
): Promise<string> {
  const { url } = await answered(
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
export async function takesTransfers(stripe: Stripe, externalId: string): Promise<boolean> {
  try {
    const { capabilities } = await answered(stripe.accounts.retrieve(externalId));
    return capabilities?.transfers === "active";
  } catch (error) {
    if (isForbidden(error)) return false;
    throw error;
  }
}
