import type { PayoutAccount } from "@wrapsody/shared/payments/payments.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import type { ProviderName } from "../payments.data.ts";
import { isProviderUnavailable, type PayoutAccountSnapshot } from "../provider.ts";
import { findStripe, getStripeOf } from "../stripe/connection.ts";
import { createAccount, createAccountLink, retrieveAccount } from "../stripe/payout-accounts.ts";
import {
  findPayoutAccount,
  insertPayoutAccount,
  listReadyAccounts,
  type PayoutAccountRow,
  writeReadiness,
} from "./payout-accounts.data.ts";
import { describeRequirements } from "./requirements.ts";

/**
 * Returns the status of a publisher's payout account. Asks the provider each time, because it may restrict a complete account. If it does
 * not answer, the stored status of a complete account is returned.
 */
export async function getPayoutAccountStatus(context: Context, accountId: string): Promise<PayoutAccount> {
  const name = findStripe(context)?.name;
  const nothing = { missing: [], is_verifying: false, deadline: null, pays_out: null } as const;
  if (name === undefined) return { provider: null, state: "NONE", ...nothing, missing: [] };
  const known = await findPayoutAccount(context.db, accountId, name);
  if (known === undefined) return { provider: name, state: "NONE", ...nothing, missing: [] };
  const account = await readAccount(context, name, known);
  if (account === undefined) return { provider: name, state: "READY", ...nothing, missing: [] };
  return {
    provider: name,
    state: account.isReady ? "READY" : "STARTED",
    missing: describeRequirements(account.requirements),
    is_verifying: account.isVerifying,
    deadline: account.deadline?.toISOString() ?? null,
    pays_out: account.paysOut,
  };
}

/** Returns whether a publisher's payout account could receive transfers when it was last checked; undefined if the site takes no payments. */
export async function hasReadyPayoutAccount(
  context: Context,
  accountId: string,
): Promise<boolean | undefined> {
  const name = findStripe(context)?.name;
  if (name === undefined) return undefined;
  return (await findPayoutAccount(context.db, accountId, name))?.is_ready ?? false;
}

/** Returns undefined if the provider does not answer and the account was complete before. */
async function readAccount(
  context: Context,
  provider: ProviderName,
  { external_id, is_ready }: PayoutAccountRow,
): Promise<PayoutAccountSnapshot | undefined> {
  try {
    return await syncPayoutAccount(context, provider, external_id);
  } catch (error) {
    if (is_ready && isProviderUnavailable(error)) return undefined;
    throw error;
  }
}

/**
 * Returns the provider's onboarding page of a publisher's payout account; creates the account if there is none.
 *
 * @throws Failure E0038 if no provider is configured, E0048 if the provider does not answer
 */
export async function startOnboarding(context: Context, accountId: string): Promise<{ url: string }> {
  const connection = findStripe(context);
  if (connection === undefined) throw new Failure("E0038");
  const { name: provider, stripe } = connection;
  const known = await findPayoutAccount(context.db, accountId, provider);
  const externalId = known?.external_id ?? (await createAccount(stripe, accountId));
  const now = context.clock.now();
  await insertPayoutAccount(context.db, { accountId, provider, externalId, now });
  const page = `${context.publicUrl}/my/earnings?view=payouts`;
  return { url: await createAccountLink(stripe, externalId, { refreshUrl: page, returnUrl: page }) };
}

/** Stores whether the account can receive transfers, and returns what the provider reports of it. */
export async function syncPayoutAccount(
  context: Context,
  provider: ProviderName,
  externalId: string,
): Promise<PayoutAccountSnapshot> {
  const account = await retrieveAccount(getStripeOf(context, { provider }).stripe, externalId);
  await writeReadiness(context.db, {
    provider,
    externalId,
    isReady: account.isReady,
    now: context.clock.now(),
  });
  return account;
}

/** Syncs all ready accounts: the provider may have restricted one, and the webhook been lost. */
export async function syncReadyPayoutAccounts(context: Context, provider: ProviderName): Promise<void> {
  for (const externalId of await listReadyAccounts(context.db, provider)) {
    try {
      await syncPayoutAccount(context, provider, externalId);
    } catch (error) {
      context.log.error({ err: error, account: externalId }, "payout account sync failed");
      if (isProviderUnavailable(error)) return;
    }
  }
}
