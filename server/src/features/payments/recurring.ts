import { Failure } from "../../platform/failure.ts";
import type { EndSubscriptions, RenewAs } from "./orders.ts";
import { readPaymentOf } from "./payments.data.ts";
import { providerOf } from "./providers.ts";
import { endSubscriptionJob, settlePayment } from "./settle.ts";
import { listRecurring } from "./terms.data.ts";

export const renewAs: RenewAs = async (context, order, next) => {
  const payment = await readPaymentOf(context.db, order);
  if (payment?.state !== "PAID" || payment.subscription_id === null || payment.ended_at !== null)
    throw new Failure("E0046");
  await providerOf(context, payment).renewAs(payment.subscription_id, next);
  await settlePayment(context, payment.id);
};

/** The payments are looked up now: who is deleted in the same transaction is not known by them afterwards. */
export const endSubscriptions: EndSubscriptions = async ({ queue }, tx, accountId) => {
  for (const id of await listRecurring(tx, accountId)) await queue.enqueue(tx, endSubscriptionJob, { id });
};
