/** Where the sandbox's pages are, below the public address. */
export const checkoutPath = "/sandbox/checkout";
export const payoutPath = "/sandbox/payout-account";
export const billingPath = "/sandbox/billing";
export const invoicePath = "/sandbox/invoice";
