/** The paths of the sandbox's pages. */
export const checkoutPath = "/sandbox/checkout";
export const payoutPath = "/sandbox/payout-account";
export const billingPath = "/sandbox/billing";
export const invoicePath = "/sandbox/invoice";
