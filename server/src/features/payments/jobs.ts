import type { Job } from "../../platform/queue.ts";
import { refundBillJob } from "./bill-refunds.ts";
import { carryOutEventJob } from "./events.ts";
import { reconcilePaymentsJob } from "./reconcile.ts";
import { refundPaymentJob } from "./refunds.ts";
import { deliverSandboxEventJob } from "./sandbox/deliver.ts";
import { endSubscriptionJob, settlePaymentJob } from "./settle.ts";
import { watchPaymentsJob } from "./watch.ts";

export const paymentJobs: readonly Job[] = [
  carryOutEventJob,
  settlePaymentJob,
  endSubscriptionJob,
  refundPaymentJob,
  refundBillJob,
  watchPaymentsJob,
  reconcilePaymentsJob,
  deliverSandboxEventJob,
];
