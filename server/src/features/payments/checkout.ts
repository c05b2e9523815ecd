import { randomUUID } from "node:crypto";
import { paymentLimits } from "@wrapsody/shared/payments.ts";
import { z } from "zod";
import type { Context } from "../../platform/context.ts";
import { Failure } from "../../platform/failure.ts";
import { readContact } from "../accounts/index.ts";
import { advance } from "./advance.ts";
import { handlerOf } from "./handlers.ts";
import type { CloseCheckout, LookUpPayment, OpenCheckout, PaymentState, Purchase } from "./orders.ts";
import {
  insertPayment,
  lockPayment,
  type PaymentRow,
  readPayment,
  readPaymentOf,
  writeCollected,
  writeSession,
} from "./payments.data.ts";
import { checkPayoutAccount } from "./payout-accounts.ts";
import { type CheckoutAsked, PayeeRefused, type Provider } from "./provider.ts";
import { currentProvider, providerOf } from "./providers.ts";
import { closePayment, settlePayment } from "./settle.ts";
import type { State } from "./states.ts";

/**
 * Written down before the provider is asked, and asked under a key of its own: whoever is killed in between asks again and gets the
 * same checkout.
 */
export const openCheckout: OpenCheckout = async (context, purchase) => {
  const provider = currentProvider(context);
  if (provider === undefined || handlerOf(purchase.kind) === undefined) throw new Failure("E0038");
  return { url: await openFor(context, await findOrInsert(context, provider, purchase)) };
};

/** Begins anew where who collects is another one by the time that the provider answers. */
async function openFor(context: Context, payment: PaymentRow): Promise<string> {
  if (payment.url !== null) return payment.url;
  if (payment.state !== "OPENING" || payment.ways_back === null)
    throw new Failure(payment.state === "EXPIRED" ? "E0040" : "E0005");
  const asked = await askedOf(context, payment, openWaysBack(context, payment.ways_back));
  const opened = await openUnlessRefused(context, payment, asked);
  const url = opened && (await writeOpened(context, payment, opened));
  if (url !== undefined) return url;
  const now = await readPayment(context.db, payment.id);
  if (now === undefined) throw new Failure("E0040");
  return openFor(context, now);
}

async function askedOf(context: Context, payment: PaymentRow, ways: WaysBack): Promise<CheckoutAsked> {
  return {
    paymentId: payment.id,
    title: payment.title,
    amountCents: payment.amount_cents,
    platformFeeCents: payment.platform_fee_cents,
    destination: payment.destination,
    period: payment.period,
    customerId: payment.customer_id,
    email: await emailOf(context, payment),
    expiresAt: new Date(payment.expires_at),
    ...ways,
  };
}

/** Whoever buys is not to wait for a payee who may not be paid to: the house collects then, and what the provider says is kept. */
async function openUnlessRefused(context: Context, payment: PaymentRow, asked: CheckoutAsked) {
  const provider = providerOf(context, payment);
  try {
    return await provider.openCheckout(asked);
  } catch (error) {
    if (!(error instanceof PayeeRefused) || asked.destination === null) throw error;
    await writeCollected(context.db, payment.id);
    context.log.warn({ err: error, payment: payment.id }, "a payee's account is refused, the house collects");
    await checkPayoutAccount(context, provider.name, asked.destination);
    return undefined;
  }
}

/** Bills are written to it; who pays once types one. */
async function emailOf({ db }: Context, { period, account_id }: PaymentRow): Promise<string | null> {
  if (period === null || account_id === null) return null;
  return (await readContact(db, account_id))?.email ?? null;
}

async function findOrInsert(context: Context, provider: Provider, purchase: Purchase): Promise<PaymentRow> {
  const known = await readPaymentOf(context.db, purchase);
  if (known !== undefined) return known;
  if (purchase.amountCents < paymentLimits.leastCents || purchase.amountCents > paymentLimits.mostCents)
    throw new Error(`${purchase.amountCents} cents are nothing that cards are charged with`);
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
    provider: provider.name,
    waysBack: closeWaysBack(context, purchase),
    now: context.clock.now(),
  });
  const payment = await readPaymentOf(context.db, purchase);
  if (payment === undefined) throw new Error(`the payment of ${kind} ${reference} is gone`);
  return payment;
}

/**
 * One that ended meanwhile stays as it is: whoever has ended it has told the feature that sold. Undefined where somebody else learned
 * meanwhile that the payee is refused: nobody is led to a checkout that shares with them.
 */
function writeOpened(
  context: Context,
  { id, destination }: PaymentRow,
  opened: { sessionId: string; url: string },
): Promise<string | undefined> {
  return context.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, id);
    if (payment === undefined) throw new Failure("E0040");
    if (payment.destination !== destination) return undefined;
    const { state } = await advance(context, tx, payment, "opened");
    if (state === "EXPIRED") throw new Failure("E0040");
    await writeSession(tx, { id, ...opened });
    return opened.url;
  });
}

const purpose = "payment-ways-back";
const waysBack = z.object({ successUrl: z.string(), cancelUrl: z.string() });
type WaysBack = z.output<typeof waysBack>;

function closeWaysBack({ seal }: Context, { successUrl, cancelUrl }: Purchase): Buffer {
  return seal.close(purpose, JSON.stringify({ successUrl, cancelUrl }));
}

function openWaysBack({ seal }: Context, sealed: Buffer): WaysBack {
  return waysBack.parse(JSON.parse(seal.open(purpose, sealed)));
}

/** As the features that sell see it. */
const shown = {
  OPENING: "OPEN",
  OPEN: "OPEN",
  PAID: "PAID",
  EXPIRED: "EXPIRED",
  REFUNDING: "REFUNDED",
  REFUNDED: "REFUNDED",
} as const satisfies Record<State, PaymentState>;

export const lookUpPayment: LookUpPayment = async (context, order) => {
  const payment = await readPaymentOf(context.db, order);
  if (payment === undefined || shown[payment.state] !== "OPEN") return payment && shown[payment.state];
  await settlePayment(context, payment.id);
  const settled = await readPayment(context.db, payment.id);
  return settled && shown[settled.state];
};

export const closeCheckout: CloseCheckout = async (context, order) => {
  const payment = await readPaymentOf(context.db, order);
  if (payment === undefined || shown[payment.state] !== "OPEN") return payment && shown[payment.state];
  await closePayment(context, payment.id);
  const closed = await readPayment(context.db, payment.id);
  return closed && shown[closed.state];
};
