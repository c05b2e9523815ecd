import type Stripe from "stripe";
import { callStripe, rejectionCode } from "./client.ts";

/** Marks the portal configuration that this program created, to find it again. */
const PORTAL_METADATA = { wrapsody: "card" };

/** Creates a portal session that only updates the card. Plans are changed in this program, which explains the consequences. */
export async function createCardUpdateUrl(
  stripe: Stripe,
  customer: string,
  returnUrl: string,
): Promise<string> {
  const { url } = await callStripe(
    stripe.billingPortal.sessions.create({
      customer,
      return_url: returnUrl,
      configuration: await findOrCreateConfiguration(stripe),
      flow_data: {
        type: "payment_method_update",
        after_completion: { type: "redirect", redirect: { return_url: returnUrl } },
      },
    }),
  );
  return url;
}

/** Creates a configuration, because the default one exists only after it was saved in Stripe's dashboard. */
async function findOrCreateConfiguration(stripe: Stripe): Promise<string> {
  const { data } = await callStripe(stripe.billingPortal.configurations.list({ active: true, limit: 100 }));
  const known = data.find(({ metadata }) => metadata?.wrapsody === PORTAL_METADATA.wrapsody);
  if (known !== undefined) return known.id;
  const { id } = await callStripe(
    stripe.billingPortal.configurations.create(
      { features: { payment_method_update: { enabled: true } }, metadata: PORTAL_METADATA },
      { idempotencyKey: "billing-portal card" },
    ),
  );
  return id;
}

/** Returns the hosted page of an invoice; undefined if there is none. */
export async function findHostedInvoiceUrl(stripe: Stripe, invoiceId: string): Promise<string | undefined> {
  try {
    return (await callStripe(stripe.invoices.retrieve(invoiceId))).hosted_invoice_url ?? undefined;
  } catch (error) {
    if (rejectionCode(error) === "resource_missing") return undefined;
    throw error;
  }
}
