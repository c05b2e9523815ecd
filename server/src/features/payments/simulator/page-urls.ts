import type { PageUrls } from "./objects.ts";

/** The paths of the sandbox's pages. */
export const checkoutPath = "/sandbox/checkout";
export const payoutPath = "/sandbox/payout-account";
export const billingPath = "/sandbox/billing";
export const invoicePath = "/sandbox/invoice";

/** The query parameter that selects the message about the last action. */
export const MESSAGE_KEY = "told";

/** Returns the URLs of the pages in a preview. */
export function createPageUrls(publicUrl: string): PageUrls {
  const withReturn = (back: string | undefined) =>
    back === undefined ? "" : `?${new URLSearchParams({ back })}`;
  return {
    checkout: (id) => `${publicUrl}${checkoutPath}/${id}`,
    invoice: (id) => `${publicUrl}${invoicePath}/${id}`,
    portal: (id, back) => `${publicUrl}${billingPath}/${id}${withReturn(back)}`,
    onboarding: (id, back) => `${publicUrl}${payoutPath}/${id}${withReturn(back)}`,
  };
}
