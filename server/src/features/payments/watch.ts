import { z } from "zod";
import { job } from "../../platform/queue.ts";
import { listRefunding } from "./bill-refunds.data.ts";
import { refundBillJob } from "./bill-refunds.ts";
import { listForgottenEvents } from "./events.data.ts";
import { carryOutEventJob } from "./events.ts";
import { listUnsettled } from "./payments.data.ts";
import { currentProvider } from "./providers.ts";
import { refundPaymentJob } from "./refunds.ts";
import { settlePaymentJob } from "./settle.ts";
import { listDue } from "./terms.data.ts";

/** Milliseconds after which the provider is asked again by itself: a webhook may have been lost, a job died with its process. */
const patience = 10 * 60 * 1000;

/** Closes checkouts whose time is over, asks how those go on whose paid period is over, and goes on with what stands still. */
export const watchPaymentsJob = job({
  name: "watch-payments",
  payload: z.object({}),
  tries: 1,
  cron: "* * * * *",
  async run(context) {
    const { db, queue, clock } = context;
    // What another one took cannot be asked of anybody now; administrators see it.
    const provider = currentProvider(context)?.name;
    if (provider === undefined) return;
    const now = clock.now();
    const since = new Date(now.getTime() - patience);
    for (const { id, state, kind, reference } of await listUnsettled(db, { provider, since, now })) {
      const options = { key: `payment ${id}` };
      if (state === "REFUNDING")
        await queue.enqueue(db, refundPaymentJob, { kind, reference, reason: "" }, options);
      else await queue.enqueue(db, settlePaymentJob, { id }, options);
    }
    for (const id of await listDue(db, { provider, since, now }))
      await queue.enqueue(db, settlePaymentJob, { id }, { key: `payment ${id}` });
    for (const bill of await listRefunding(db, { provider, since }))
      await queue.enqueue(db, refundBillJob, bill, { key: `bill ${bill.id}` });
    for (const id of await listForgottenEvents(db, since))
      await queue.enqueue(db, carryOutEventJob, { id }, { key: `payment event ${id}` });
  },
});
