import type { Language } from "@wrapsody/shared/api/language.ts";
import { type PaidPlan, planPrices } from "@wrapsody/shared/payments/subscriptions.ts";
import { withIdempotencyKey } from "../../../platform/api/idempotency.ts";
import { canTakePayments } from "../../../platform/config/config.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure } from "../../../platform/failure.ts";
import { createExposedId, deriveOrderCode, hashOrderCode } from "../../payments/index.ts";
import { findCurrent } from "../subscriptions.data.ts";
import { closeOrderCheckout, openOrderCheckout } from "./checkout.ts";
import { findOpenOrder, findOrder, insertOrder, lockAccount, type OrderRow } from "./orders.data.ts";

/** How long a checkout stays open. */
const CHECKOUT_LIFETIME_MS = 30 * 60 * 1000;
/** How often the checkout of another plan is closed that a concurrent call opened. */
const MAX_ATTEMPTS = 5;

type SubscribeRequest = { accountId: string; plan: PaidPlan; language: Language; key: string | undefined };

/**
 * Orders a plan and returns the URL of the provider's checkout. An account has one open order: the same plan returns the same URL, another
 * plan closes it first.
 *
 * @throws Failure E0038 if no provider is configured, E0047 if the account has Premium, E0048 if the provider does not answer, E0029
 * if the Idempotency-Key was used for another plan, E0005 if concurrent calls keep ordering other plans
 */
export async function subscribe(context: Context, request: SubscribeRequest): Promise<{ url: string }> {
  if (!canTakePayments(context.config)) throw new Failure("E0038");
  const { accountId, plan, key } = request;
  const repeatable = { accountId, call: "POST subscribe", key, input: plan };
  let id = await withIdempotencyKey(context, repeatable, (tx) => findOrInsertOrder(context, tx, request));
  for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
    const order = await readOrder(context, id);
    if (isReusable(order, plan, context.clock.now())) return { url: await openOrderCheckout(context, order) };
    if (order.state === "OPEN") await closeOrderCheckout(context, order);
    id = await context.db.transaction().execute((tx) => findOrInsertOrder(context, tx, request));
  }
  throw new Failure("E0005");
}

/** Returns whether the order answers a repeat. A paid order does, too: its page says that it is paid. */
function isReusable(order: OrderRow, plan: PaidPlan, now: Date): boolean {
  if (order.plan !== plan) return false;
  return order.state === "FULFILLED" || (order.state === "OPEN" && new Date(order.expires_at) > now);
}

/** Returns the id of the account's open order, whatever its plan; inserts one if there is none. */
async function findOrInsertOrder(context: Context, tx: Executor, request: SubscribeRequest): Promise<number> {
  const { accountId, plan, language } = request;
  const now = context.clock.now();
  if (!(await lockAccount(tx, accountId))) throw new Failure("E0003");
  if ((await findCurrent(tx, accountId, now)) !== undefined) throw new Failure("E0047");
  const openOrder = await findOpenOrder(tx, accountId);
  if (openOrder !== undefined) return openOrder.id;
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
  // The account was deleted meanwhile.
  if (order.account_id === null) throw new Failure("E0003");
  return order;
}
