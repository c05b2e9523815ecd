import { z } from "zod";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database.ts";
import { job } from "../../platform/queue.ts";
import { advance } from "./advance.ts";
import {
  lockPayment,
  type PaymentRow,
  type Problem,
  readPayment,
  writeChecked,
  writeProblem,
  writeSession,
} from "./payments.data.ts";
import type { Facts } from "./provider.ts";
import { providerOf } from "./providers.ts";
import { refundPayment } from "./refunds.ts";

/** Brings one payment up to what its provider says. */
export const settlePaymentJob = job({
  name: "settle-payment",
  payload: z.object({ id: z.uuid() }),
  tries: 10,
  async run(context, { id }) {
    await settlePayment(context, id);
  },
});

/**
 * Asks the provider what became of a payment and carries that out; closes its checkout once its time is over. May run at any time, any
 * number of times and beside itself. Answers whether it changed the payment.
 *
 * @throws Failure E0037 where the provider does not answer
 */
export async function settlePayment(context: Context, id: string, told?: Facts): Promise<boolean> {
  const payment = await readPayment(context.db, id);
  if (payment === undefined) return false;
  const isOver = Date.parse(payment.expires_at) <= context.clock.now().getTime();
  if (payment.session_id === null) return isOver ? expireUnopened(context, payment) : false;
  const provider = providerOf(context, payment);
  const closes = isOver && (payment.state === "OPEN" || payment.state === "OPENING");
  if (closes) await provider.closeCheckout(payment.session_id);
  const facts = (closes ? undefined : told) ?? (await provider.lookUp(payment.session_id));
  return context.db.transaction().execute(async (tx) => {
    const locked = await lockPayment(tx, id);
    if (locked === undefined) return false;
    return facts === undefined ? missing(context, tx, locked, isOver) : carryOut(context, tx, locked, facts);
  });
}

/** Nobody was told the address of a checkout that is not known here, so nobody can have paid it. */
function expireUnopened(context: Context, { id }: PaymentRow): Promise<boolean> {
  return context.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, id);
    if (payment === undefined || payment.session_id !== null) return false;
    return (await advance(context, tx, payment, "expired")).state !== payment.state;
  });
}

/** Nobody can pay a checkout that the provider does not know. */
async function missing(
  context: Context,
  tx: Executor,
  payment: PaymentRow,
  isOver: boolean,
): Promise<boolean> {
  const { id, problem } = payment;
  await writeProblem(tx, { id, problem: "UNKNOWN_TO_PROVIDER", now: context.clock.now() });
  if (isOver) await advance(context, tx, payment, "expired");
  return problem !== "UNKNOWN_TO_PROVIDER";
}

/** Carries out what the provider said of a locked payment. */
async function carryOut(context: Context, tx: Executor, payment: PaymentRow, facts: Facts): Promise<boolean> {
  const { intentId, feeCents } = facts;
  const problem = problemOf(payment, facts);
  await writeChecked(tx, { id: payment.id, intentId, feeCents, problem, now: context.clock.now() });
  const isChanged =
    problem !== payment.problem || (feeCents !== null && feeCents !== payment.provider_fee_cents);
  // Whoever paid something else has not paid for this; people pay it back on the provider's pages.
  const after = await (problem === "AMOUNT_DIFFERS"
    ? advance(context, tx, payment, "expired")
    : advanceBy(context, tx, payment, facts));
  return isChanged || after.state !== payment.state;
}

async function advanceBy(
  context: Context,
  tx: Executor,
  payment: PaymentRow,
  facts: Facts,
): Promise<PaymentRow> {
  if (facts.checkout === "CLOSED") return advance(context, tx, payment, "expired");
  if (facts.checkout === "OPEN") return payment;
  const paid = await advance(context, tx, payment, "paid");
  // All of it went back already, whoever had it done: nothing is left to be paid back.
  if (facts.refundedCents >= paid.amount_cents) return advance(context, tx, paid, "refunded");
  if (paid.state === "REFUNDING" && payment.state !== "REFUNDING") {
    const { kind, reference, refund_reason } = paid;
    await refundPayment(context, tx, { kind, reference, reason: refund_reason ?? "" });
  }
  return paid;
}

/** What was taken has to be what was asked for; a problem that the provider no longer has is over. */
function problemOf({ problem, amount_cents }: PaymentRow, facts: Facts): Problem | null {
  const isSame = facts.amountCents === amount_cents && facts.currency === "usd";
  if (facts.checkout === "PAID" && !isSame) return "AMOUNT_DIFFERS";
  if (facts.isDisputed) return "DISPUTED";
  return problem === "REFUND_FAILED" && facts.refundedCents < amount_cents ? problem : null;
}

/** A checkout that the provider speaks of before its opening was written down here. */
export function rememberSession(context: Context, id: string, sessionId: string): Promise<void> {
  return context.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, id);
    if (payment === undefined || payment.session_id !== null) return;
    await writeSession(tx, { id, sessionId, url: null });
  });
}
