import type Stripe from "stripe";
import { callStripe, rejectionCode } from "./client.ts";

/** How the page is found again that this program set up; another one later gets another mark. */
const PORTAL_METADATA = { wrapsody: "card" };

/** Stripe's page for a new card, and nothing else: plans are changed here, where it is said what follows from it. */
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

/** Without one of its own, the page is there only once somebody has saved its settings on Stripe's. */
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

/** Where a bill is shown, paid and kept as a file. */
export async function findInvoiceUrl(stripe: Stripe, billId: string): Promise<string | undefined> {
  try {
    return (await callStripe(stripe.invoices.retrieve(billId))).hosted_invoice_url ?? undefined;
  } catch (error) {
    if (rejectionCode(error) === "resource_missing") return undefined;
    throw error;
  }
}
