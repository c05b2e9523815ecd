import { randomUUID } from "node:crypto";
import { paymentLimits } from "@wrapsody/shared/payments/payments.ts";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import { readContact } from "../../accounts/index.ts";
import { getOrderHandler, type OrderReference, type PaymentState, type Purchase } from "../orders.ts";
import {
  clearDestination,
  findPaymentOfOrder,
  insertPayment,
  lockPayment,
  type PaymentRow,
  readPayment,
  type State,
  writeSession,
} from "../payments.data.ts";
import { syncPayoutAccount } from "../payouts/payout-accounts.ts";
import { type CheckoutRequest, PayoutAccountRestrictedError } from "../provider.ts";
import { createSession } from "../stripe/checkout.ts";
import { findStripe, getStripeOf, type StripeConnection } from "../stripe/connection.ts";
import { closeAndSyncPayment, syncPayment } from "../sync/sync-payment.ts";
import { transitionPayment } from "../sync/transition.ts";

/**
 * Opens the provider's checkout for a purchase, once per order: a repeat returns the same URL, and the price, fee, title and redirects
 * of the first call stand. The payment is stored before the provider is called with an idempotency key, so a process that is killed in
 * between opens the same checkout again. No transaction may be open.
 *
 * @throws Failure E0038 if no provider is configured, E0048 if the provider does not answer (a retry is safe), E0040 if the checkout
 * was not opened before it had to close
 */
export async function openCheckout(context: Context, purchase: Purchase): Promise<{ url: string }> {
  const connection = findStripe(context);
  if (connection === undefined || getOrderHandler(purchase.kind) === undefined) throw new Failure("E0038");
  return { url: await openUntilCurrent(context, await findOrInsert(context, connection, purchase)) };
}

/** Opens the checkout; starts over if the payout account was removed while the request was made. */
async function openUntilCurrent(context: Context, payment: PaymentRow): Promise<string> {
  if (payment.url !== null) return payment.url;
  if (payment.state !== "OPENING" || payment.ways_back === null)
    throw new Failure(payment.state === "EXPIRED" ? "E0040" : "E0005");
  const request = await buildCheckoutRequest(context, payment, openReturnUrls(context, payment.ways_back));
  const opened = await openAtProvider(context, payment, request);
  const url = opened && (await recordOpened(context, payment, opened));
  if (url !== undefined) return url;
  const now = await readPayment(context.db, payment.id);
  if (now === undefined) throw new Failure("E0040");
  return openUntilCurrent(context, now);
}

async function buildCheckoutRequest(
  context: Context,
  payment: PaymentRow,
  ways: ReturnUrls,
): Promise<CheckoutRequest> {
  return {
    paymentId: payment.id,
    title: payment.title,
    amountCents: payment.amount_cents,
    platformFeeCents: payment.platform_fee_cents,
    destination: payment.destination,
    period: payment.period,
    customerId: payment.customer_id,
    email: await findInvoiceEmail(context, payment),
    expiresAt: new Date(payment.expires_at),
    ...ways,
  };
}

/** Falls back to collecting for the platform if the payout account is restricted: the buyer should not be blocked by it. */
async function openAtProvider(context: Context, payment: PaymentRow, request: CheckoutRequest) {
  const { name, stripe } = getStripeOf(context, payment);
  try {
    return await createSession(stripe, request);
  } catch (error) {
    if (!(error instanceof PayoutAccountRestrictedError) || request.destination === null) throw error;
    await clearDestination(context.db, payment.id);
    context.log.warn(
      { err: error, payment: payment.id },
      "payout account rejected; platform collects instead",
    );
    await syncPayoutAccount(context, name, request.destination);
    return undefined;
  }
}

/** Returns where invoices are sent. One-time buyers enter an address at the checkout. */
async function findInvoiceEmail({ db }: Context, { period, account_id }: PaymentRow): Promise<string | null> {
  if (period === null || account_id === null) return null;
  return (await readContact(db, account_id))?.email ?? null;
}

async function findOrInsert(
  context: Context,
  { name: provider }: StripeConnection,
  purchase: Purchase,
): Promise<PaymentRow> {
  const known = await findPaymentOfOrder(context.db, purchase);
  if (known !== undefined) return known;
  if (purchase.amountCents < paymentLimits.minCents || purchase.amountCents > paymentLimits.maxCents)
    throw new Error(`amount out of range for card payments: ${purchase.amountCents} cents`);
  const { kind, reference, accountId, payeeId, title, amountCents, platformFeeCents, expiresAt } = purchase;
  await insertPayment(context.db, {
    id: randomUUID(),
    kind,
    reference,
    accountId,
    payeeId,
    title,
    amountCents,
    platformFeeCents,
    expiresAt,
    period: purchase.period ?? null,
    provider,
    sealedReturnUrls: sealReturnUrls(context, purchase),
    now: context.clock.now(),
  });
  const payment = await findPaymentOfOrder(context.db, purchase);
  if (payment === undefined) throw new Error(`payment of ${kind} ${reference} disappeared after insert`);
  return payment;
}

/**
 * Stores the session. A payment that ended meanwhile stays as it is. Returns undefined if the payout account was cleared meanwhile: a
 * checkout that pays it must not be used.
 */
function recordOpened(
  context: Context,
  { id, destination }: PaymentRow,
  opened: { sessionId: string; url: string },
): Promise<string | undefined> {
  return context.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, id);
    if (payment === undefined) throw new Failure("E0040");
    if (payment.destination !== destination) return undefined;
    const { state } = await transitionPayment(context, tx, payment, "opened");
    if (state === "EXPIRED") throw new Failure("E0040");
    await writeSession(tx, { id, ...opened });
    return opened.url;
  });
}

const SEAL_PURPOSE = "payment-ways-back";
const waysBack = z.object({ successUrl: z.string(), cancelUrl: z.string() });
type ReturnUrls = z.output<typeof waysBack>;

function sealReturnUrls({ encryption }: Context, { successUrl, cancelUrl }: Purchase): Buffer {
  return encryption.encrypt(SEAL_PURPOSE, JSON.stringify({ successUrl, cancelUrl }));
}

function openReturnUrls({ encryption }: Context, sealed: Buffer): ReturnUrls {
  return waysBack.parse(JSON.parse(encryption.decrypt(SEAL_PURPOSE, sealed)));
}

/** Maps the stored states to the states that the selling features see. */
const publicStates = {
  OPENING: "OPEN",
  OPEN: "OPEN",
  PAID: "PAID",
  EXPIRED: "EXPIRED",
  REFUNDING: "REFUNDED",
  REFUNDED: "REFUNDED",
} as const satisfies Record<State, PaymentState>;

/**
 * Returns the state of a purchase; undefined if no checkout was opened for it. Asks the provider while the checkout is open and applies
 * its answer. No transaction may be open.
 *
 * @throws Failure E0048 if the provider does not answer
 */
export function refreshPaymentState(
  context: Context,
  order: OrderReference,
): Promise<PaymentState | undefined> {
  return syncIfOpen(context, order, (id) => syncPayment(context, id));
}

/** Closes an order's checkout unless it is paid meanwhile, and returns its state. No transaction may be open. @throws Failure E0048 */
export function closeCheckout(context: Context, order: OrderReference): Promise<PaymentState | undefined> {
  return syncIfOpen(context, order, (id) => closeAndSyncPayment(context, id));
}

/** Runs `sync` if the order's checkout is open. Returns the order's state after it. */
async function syncIfOpen(
  context: Context,
  order: OrderReference,
  sync: (paymentId: string) => Promise<unknown>,
): Promise<PaymentState | undefined> {
  const payment = await findPaymentOfOrder(context.db, order);
  if (payment === undefined || publicStates[payment.state] !== "OPEN")
    return payment && publicStates[payment.state];
  await sync(payment.id);
  const synced = await readPayment(context.db, payment.id);
  return synced && publicStates[synced.state];
}
