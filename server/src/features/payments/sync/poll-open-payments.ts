import { z } from "zod";
import { job } from "../../../platform/jobs/queue.ts";
import { listStalePayments } from "../payments.data.ts";
import { listPendingRefunds } from "../refunds/invoice-refunds.data.ts";
import { refundInvoiceJob } from "../refunds/refund-invoice.ts";
import { refundPaymentJob } from "../refunds/refund-payment.ts";
import { findStripe } from "../stripe/connection.ts";
import { listDueForRenewal } from "../subscriptions/subscriptions.data.ts";
import { listStaleEvents } from "../webhooks/events.data.ts";
import { processEventJob } from "../webhooks/webhook-events.ts";
import { syncPaymentJob } from "./sync-payment.ts";

/** After this time the provider is polled: a webhook may have been lost, or a job killed with its process. */
const RECHECK_AFTER_MS = 10 * 60 * 1000;

/** Closes expired checkouts, syncs subscriptions whose period is over, and re-enqueues what is stuck. */
export const pollOpenPaymentsJob = job({
  name: "watch-payments",
  sends: "payments",
  payload: z.object({}),
  tries: 1,
  cron: "* * * * *",
  async run(context) {
    const { db, queue, clock } = context;
    // Payments of an account that is no longer configured cannot be polled; administrators see them.
    const provider = findStripe(context)?.name;
    if (provider === undefined) return;
    const now = clock.now();
    const since = new Date(now.getTime() - RECHECK_AFTER_MS);
    for (const { id, state, kind, reference } of await listStalePayments(db, { provider, since, now })) {
      const options = { key: `payment ${id}` };
      if (state === "REFUNDING")
        await queue.enqueue(db, refundPaymentJob, { kind, reference, reason: "" }, options);
      else await queue.enqueue(db, syncPaymentJob, { id }, options);
    }
    for (const id of await listDueForRenewal(db, { provider, since, now }))
      await queue.enqueue(db, syncPaymentJob, { id }, { key: `payment ${id}` });
    for (const bill of await listPendingRefunds(db, { provider, since }))
      await queue.enqueue(db, refundInvoiceJob, bill, { key: `bill ${bill.id}` });
    for (const id of await listStaleEvents(db, since))
      await queue.enqueue(db, processEventJob, { id }, { key: `payment event ${id}` });
  },
});
