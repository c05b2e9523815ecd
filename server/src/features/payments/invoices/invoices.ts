import type { Context } from "../../../platform/context.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { findStripe, getStripeOf } from "../stripe/connection.ts";
import { createCardUpdateUrl, findHostedInvoiceUrl } from "../stripe/pages.ts";
import { findCustomerId, findInvoiceProvider } from "./invoices.data.ts";

/**
 * Returns the provider's page on which an account changes its card.
 *
 * @throws Failure E0046 if the account has no recurring payment, E0048, E0038
 */
export async function getCardUpdateUrl(
  context: Context,
  { accountId, returnUrl }: { accountId: string; returnUrl: string },
): Promise<{ url: string }> {
  const connection = findStripe(context);
  if (connection === undefined) throw new Failure("E0038");
  const customerId = await findCustomerId(context.db, accountId, connection.name);
  if (customerId === undefined) throw new Failure("E0046");
  return { url: await createCardUpdateUrl(connection.stripe, customerId, returnUrl) };
}

/** Returns the provider's page of one of the account's invoices. @throws Failure E0001 if the account has no such invoice, E0048, E0038 */
export async function getInvoiceUrl(
  context: Context,
  { accountId, id }: { accountId: string; id: string },
): Promise<{ url: string }> {
  const provider = await findInvoiceProvider(context.db, accountId, id);
  if (provider === undefined) throw notFound();
  const url = await findHostedInvoiceUrl(getStripeOf(context, { provider }).stripe, id);
  if (url === undefined) throw notFound();
  return { url };
}
