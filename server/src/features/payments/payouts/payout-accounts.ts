import type { PayoutAccount } from "@wrapsody/shared/payments.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import type { ProviderName } from "../payments.data.ts";
import { isProviderUnavailable } from "../provider.ts";
import { findProvider, getProviderOf } from "../providers.ts";
import {
  findPayoutAccount,
  insertPayoutAccount,
  listReadyAccounts,
  type PayoutAccountRow,
  writeReadiness,
} from "./payout-accounts.data.ts";

/**
 * Whether shares of the publisher's income go to an account of their own. The provider is asked each time: it may ask for more later, and
 * restrict what was complete. Where it does not answer, one that was complete is said to be still.
 */
export async function getPayoutAccountStatus(context: Context, accountId: string): Promise<PayoutAccount> {
  const provider = findProvider(context);
  if (provider === undefined) return { provider: null, state: "NONE" };
  const { name } = provider;
  const known = await findPayoutAccount(context.db, accountId, name);
  if (known === undefined) return { provider: name, state: "NONE" };
  const isReady = await checkReadiness(context, name, known);
  return { provider: name, state: isReady ? "READY" : "STARTED" };
}

async function checkReadiness(
  context: Context,
  provider: ProviderName,
  { external_id, is_ready }: PayoutAccountRow,
): Promise<boolean> {
  try {
    return await syncPayoutAccount(context, provider, external_id);
  } catch (error) {
    if (is_ready && isProviderUnavailable(error)) return true;
    throw error;
  }
}

/**
 * The provider's page on which the publisher's account is completed; opens the account where there is none.
 *
 * @throws Failure E0038 where nothing is configured to take payments, E0048 where the provider does not answer
 */
export async function startOnboarding(context: Context, accountId: string): Promise<{ url: string }> {
  const provider = findProvider(context);
  if (provider === undefined) throw new Failure("E0038");
  const known = await findPayoutAccount(context.db, accountId, provider.name);
  const externalId = known?.external_id ?? (await provider.createPayoutAccount(accountId));
  const now = context.clock.now();
  await insertPayoutAccount(context.db, { accountId, provider: provider.name, externalId, now });
  const page = `${context.publicUrl}/my/settings`;
  return { url: await provider.createOnboardingUrl(externalId, { againUrl: page, returnUrl: page }) };
}

/** Writes down what the provider says of an account, and answers whether it may be paid to. */
export async function syncPayoutAccount(
  context: Context,
  provider: ProviderName,
  externalId: string,
): Promise<boolean> {
  const isReady = await getProviderOf(context, { provider }).isPayoutAccountReady(externalId);
  await writeReadiness(context.db, { provider, externalId, isReady, now: context.clock.now() });
  return isReady;
}

/** Asks about all that may be paid to, as far as is known: the provider may have restricted one, and its telling been lost. */
export async function syncReadyPayoutAccounts(context: Context, provider: ProviderName): Promise<void> {
  for (const externalId of await listReadyAccounts(context.db, provider)) {
    try {
      await syncPayoutAccount(context, provider, externalId);
    } catch (error) {
      context.log.error({ err: error, account: externalId }, "a payout account could not be checked");
      if (isProviderUnavailable(error)) return;
    }
  }
}
