export { billPage, cardPage, listBills } from "./bills.ts";
export { closeCheckout, lookUpPayment, openCheckout } from "./checkout.ts";
export { handOrdersTo } from "./handlers.ts";
export { holdPayments } from "./held.data.ts";
export { paymentJobs } from "./jobs.ts";
export { codeOf, hashCode, isCodeOf, newExposedId } from "./order-codes.ts";
export type {
  Bill,
  BillPage,
  CardPage,
  CloseCheckout,
  EndSubscriptions,
  ListBills,
  LookUpPayment,
  OpenCheckout,
  OrderDesk,
  OrderHandler,
  OrderHandlers,
  OrderKind,
  OrderReference,
  PaymentState,
  Period,
  Purchase,
  RefundPayment,
  RenewAs,
  ShownOrder,
  TakesPayments,
  Terms,
  WaitingOrder,
} from "./orders.ts";
export { ownPayments } from "./own-data.ts";
export { tookOtherAmount } from "./payments.data.ts";
export { takesPayments } from "./providers.ts";
export { endSubscriptions, renewAs } from "./recurring.ts";
export { refundPayment } from "./refunds.ts";
export { paymentRoutes } from "./routes.ts";
export { addSandboxCheckout } from "./sandbox/pages.routes.ts";
export { addPaymentWebhook } from "./webhooks.routes.ts";
