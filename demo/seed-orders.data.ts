import { randomBytes, randomUUID } from "node:crypto";
import { createExposedId, insertPaidCheckout } from "../server/src/features/payments/index.ts";
import { type Executor, sql } from "../server/src/platform/database/database.ts";

/** A place that was paid for at the sandbox checkout. Amounts are US cents. */
export type OrderToInsert = {
  campaignId: number;
  title: string;
  wallet: string;
  /** Null where the payer has no account here. */
  accountId: string | null;
  /** Whose wrap it is. */
  payeeId: string;
  amount: number;
  platformFee: number;
  paidAt: Date;
};

/** Returns the number of the order. */
export async function insertOrder(tx: Executor, order: OrderToInsert): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into participation (exposed_id, code_hash, campaign_id, account_id, wallet, state, total_cents, fee_cents, payee_id,
      created_at, completed_at)
    values (${createExposedId()}, ${randomBytes(32)}, ${order.campaignId}, ${order.accountId}, ${order.wallet}, 'FULFILLED',
      ${order.amount}, ${order.platformFee}, ${order.payeeId}, ${order.paidAt}, ${order.paidAt}) returning id`.execute(
    tx,
  );
  const id = rows[0]?.id ?? 0;
  await insertPayment(tx, order, id);
  return id;
}

/** Stores the payment here and at the Stripe simulator, so that a sync finds the same. */
async function insertPayment(tx: Executor, order: OrderToInsert, reference: number): Promise<void> {
  const [paymentId, sessionId] = [randomUUID(), `cs_test_${randomBytes(18).toString("hex")}`];
  const { title, amount: amountCents, paidAt } = order;
  const checkout = { sessionId, paymentId, title, amountCents, paidAt };
  const { intentId, feeCents } = await insertPaidCheckout(tx, checkout);
  await sql`
    insert into payment (id, kind, reference, account_id, payee_id, title, amount_cents, platform_fee_cents, provider_fee_cents,
      provider, session_id, intent_id, state, created_at, expires_at, checked_at, paid_at)
    values (${paymentId}, 'PARTICIPATION', ${String(reference)}, ${order.accountId}, ${order.payeeId}, ${title},
      ${amountCents}, ${order.platformFee}, ${feeCents}, 'SANDBOX', ${sessionId}, ${intentId}, 'PAID',
      ${paidAt}, ${paidAt}, ${paidAt}, ${paidAt})`.execute(tx);
}
