export { lookUpPayment, openCheckout } from "./checkout.ts";
export { handOrdersTo } from "./handlers.ts";
export { paymentJobs } from "./jobs.ts";
export type {
  LookUpPayment,
  OpenCheckout,
  OrderHandler,
  OrderHandlers,
  OrderKind,
  OrderReference,
  PaymentState,
  Purchase,
  RefundPayment,
} from "./orders.ts";
export { ownPayments } from "./own-data.ts";
export { refundPayment } from "./refunds.ts";
export { paymentRoutes } from "./routes.ts";
export { addSandboxCheckout } from "./sandbox/pages.routes.ts";
export { addPaymentWebhook } from "./webhooks.routes.ts";
