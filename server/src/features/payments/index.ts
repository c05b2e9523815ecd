export { paymentAdministration } from "./admin/list-payments.ts";
export { closeCheckout, openCheckout, refreshPaymentState } from "./checkout/checkout.ts";
export { createExposedId, deriveOrderCode, hashOrderCode, matchesOrderCode } from "./checkout/order-codes.ts";
export { paymentsExport } from "./data-export.data.ts";
export { paymentHealth } from "./health.ts";
export { listInvoices } from "./invoices/invoices.data.ts";
export { getCardUpdateUrl, getInvoiceUrl } from "./invoices/invoices.ts";
export { paymentJobs } from "./jobs.ts";
export {
  type BlockedOrder,
  type Invoice as PaymentInvoice,
  type OrderDirectory,
  type OrderHandler,
  type OrderKind,
  type OrderReference,
  type OrderSummary,
  type Period,
  type Purchase,
  registerOrderHandlers,
  type SubscriptionTerms,
} from "./orders.ts";
export { hasAmountMismatch, lockPaymentsOfAccount } from "./payments.data.ts";
export { hasReadyPayoutAccount } from "./payouts/payout-accounts.ts";
export { refundPayment } from "./refunds/refund-payment.ts";
export { paymentRoutes } from "./routes.ts";
export { addSandboxPages } from "./simulator/pages/checkout.routes.ts";
export { insertPaidCheckout } from "./simulator/seed.ts";
export { cancelSubscriptions, setRenewal } from "./subscriptions/renewal.ts";
export { addPaymentWebhook } from "./webhooks/webhooks.routes.ts";
