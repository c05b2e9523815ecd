import type Stripe from "stripe";
import type { PayoutItem, PayoutSnapshot, TransferredPayment } from "../provider.ts";
import { callStripe, expanded, idOf } from "./client.ts";

const PAGE_SIZE = 100;

/** Lists the payouts of a payout account, the latest first. */
export async function* listPayouts(
  stripe: Stripe,
  stripeAccount: string,
  since: Date,
): AsyncGenerator<PayoutSnapshot> {
  const params = { created: { gte: toSeconds(since) }, limit: PAGE_SIZE };
  yield* listPages(
    (after) => callStripe(stripe.payouts.list({ ...params, ...after }, { stripeAccount })),
    toPayoutSnapshot,
  );
}

/**
 * Lists the payments and refunds in an automatic payout. Only payments by transfer count: anything else on the account is not from
 * this site.
 */
export async function* listPayoutItems(
  stripe: Stripe,
  stripeAccount: string,
  payout: string,
): AsyncGenerator<PayoutItem | undefined> {
  const params = { payout, limit: PAGE_SIZE, expand: ["data.source"] };
  yield* listPages(
    (after) => callStripe(stripe.balanceTransactions.list({ ...params, ...after }, { stripeAccount })),
    toPayoutItem,
  );
}

/** Lists the transfers to a payout account with the payments that they belong to. */
export async function* listTransferredPayments(
  stripe: Stripe,
  destination: string,
  since: Date,
): AsyncGenerator<TransferredPayment | undefined> {
  const created = { gte: toSeconds(since) };
  const params = { destination, created, limit: PAGE_SIZE, expand: ["data.source_transaction"] };
  yield* listPages(
    (after) => callStripe(stripe.transfers.list({ ...params, ...after })),
    ({ destination_payment, source_transaction }) => {
      const transferPaymentId = idOf(destination_payment);
      const intentId = idOf(expanded(source_transaction)?.payment_intent);
      return transferPaymentId === undefined || intentId === undefined
        ? undefined
        : { transferPaymentId, intentId };
    },
  );
}

async function* listPages<Item extends { id: string }, Result>(
  readPage: (after: { starting_after?: string }) => Promise<{ data: Item[]; has_more: boolean }>,
  convert: (item: Item) => Result,
): AsyncGenerator<Result> {
  for (let after = {}; ; ) {
    const { data, has_more } = await readPage(after);
    for (const item of data) yield convert(item);
    const last = data.at(-1);
    if (!has_more || last === undefined) return;
    after = { starting_after: last.id };
  }
}

const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000);
const toDate = (seconds: number) => new Date(seconds * 1000);

const states: Readonly<Record<string, PayoutSnapshot["state"]>> = {
  pending: "PENDING",
  in_transit: "IN_TRANSIT",
  paid: "PAID",
  failed: "FAILED",
  canceled: "CANCELED",
};

function toPayoutSnapshot(payout: Stripe.Payout): PayoutSnapshot {
  const { id, amount, currency, status, failure_code, created, arrival_date } = payout;
  return {
    id,
    amount,
    currency,
    state: states[status] ?? "PENDING",
    failure: failure_code,
    createdAt: toDate(created),
    arrivesAt: toDate(arrival_date),
    isItemized: payout.automatic,
    isReconciled: payout.reconciliation_status !== "in_progress",
  };
}

function toPayoutItem({ id, type, created, source }: Stripe.BalanceTransaction): PayoutItem | undefined {
  const object = expanded(source);
  if (object?.object === "charge" && type === "payment")
    return { id, kind: "PAID", transferPaymentId: object.id, createdAt: toDate(created) };
  const charge = object?.object === "refund" ? idOf(object.charge) : undefined;
  if (charge === undefined) return undefined;
  return { id, kind: "REFUNDED", transferPaymentId: charge, createdAt: toDate(created) };
}
