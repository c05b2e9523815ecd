import type { Job } from "../../platform/jobs/queue.ts";
import { reconcilePaymentsJob } from "./reconcile/reconcile.ts";
import { refundInvoiceJob } from "./refunds/refund-invoice.ts";
import { refundPaymentJob } from "./refunds/refund-payment.ts";
import { deliverSandboxEventJob } from "./simulator/events.ts";
import { pollOpenPaymentsJob } from "./sync/poll-open-payments.ts";
import { cancelSubscriptionJob, syncPaymentJob } from "./sync/sync-payment.ts";
import { processEventJob } from "./webhooks/webhook-events.ts";

export const paymentJobs: readonly Job[] = [
  processEventJob,
  syncPaymentJob,
  cancelSubscriptionJob,
  refundPaymentJob,
  refundInvoiceJob,
  pollOpenPaymentsJob,
  reconcilePaymentsJob,
  deliverSandboxEventJob,
];
