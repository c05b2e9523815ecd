import type { Language } from "@wrapsody/shared/language.ts";
import { type PaidPlan, planPrices } from "@wrapsody/shared/subscriptions.ts";
import { withIdempotencyKey } from "../../../platform/api/idempotency.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure } from "../../../platform/failure.ts";
import { canTakePayments, createExposedId, deriveOrderCode, hashOrderCode } from "../../payments/index.ts";
import { findCurrent } from "../subscriptions.data.ts";
import { closeOrderCheckout, openOrderCheckout } from "./checkout.ts";
import { findOpenOrder, findOrder, insertOrder, lockAccount, type OrderRow } from "./orders.data.ts";

/** Milliseconds that a checkout is open. */
const CHECKOUT_LIFETIME_MS = 30 * 60 * 1000;
/** How often another plan's checkout is closed that somebody else has just opened. */
const MAX_ATTEMPTS = 5;

type SubscribeRequest = { accountId: string; plan: PaidPlan; language: Language; key: string | undefined };

/**
 * Orders a plan and answers the provider's page on which it is paid for. One is open at a time: the same plan leads to the same page,
 * another one closes it first.
 *
 * @throws Failure E0038 where nobody takes payments, E0047 for who has a premium plan, E0048 where the provider does not answer, E0029
 * as `once`, E0005 where somebody else orders all the time
 */
export async function subscribe(context: Context, wish: SubscribeRequest): Promise<{ url: string }> {
  if (!canTakePayments(context)) throw new Failure("E0038");
  const { accountId, plan, key } = wish;
  const repeatable = { accountId, call: "POST subscribe", key, input: plan };
  let id = await withIdempotencyKey(context, repeatable, (tx) => findOrInsertOrder(context, tx, wish));
  for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
    const order = await readOrder(context, id);
    if (isReusable(order, plan, context.clock.now())) return { url: await openOrderCheckout(context, order) };
    if (order.state === "OPEN") await closeOrderCheckout(context, order);
    id = await context.db.transaction().execute((tx) => findOrInsertOrder(context, tx, wish));
  }
  throw new Failure("E0005");
}

/** Of an order that was paid the address stays the same for a repeat of the call, and says there that it is paid. */
function isReusable(order: OrderRow, plan: PaidPlan, now: Date): boolean {
  if (order.plan !== plan) return false;
  return order.state === "FULFILLED" || (order.state === "OPEN" && new Date(order.expires_at) > now);
}

/** The number of the account's open order, of whatever plan it is; a new one where there is none. */
async function findOrInsertOrder(context: Context, tx: Executor, wish: SubscribeRequest): Promise<number> {
  const { accountId, plan, language } = wish;
  const now = context.clock.now();
  if (!(await lockAccount(tx, accountId))) throw new Failure("E0003");
  if ((await findCurrent(tx, accountId, now)) !== undefined) throw new Failure("E0047");
  const open = await findOpenOrder(tx, accountId);
  if (open !== undefined) return open.id;
  const exposedId = createExposedId();
  return insertOrder(tx, {
    accountId,
    plan,
    language,
    price_cents: planPrices[plan],
    exposed_id: exposedId,
    code_hash: hashOrderCode(deriveOrderCode(context, { kind: "SUBSCRIPTION", exposedId })),
    now,
    expiresAt: new Date(now.getTime() + CHECKOUT_LIFETIME_MS),
  });
}

async function readOrder({ db }: Context, id: number): Promise<OrderRow> {
  const order = await findOrder(db, id);
  if (order === undefined) throw new Error(`there is no order ${id}`);
  // The account has gone meanwhile.
  if (order.account_id === null) throw new Failure("E0003");
  return order;
}
