import { type OrderKind, orderKinds } from "@wrapsody/shared/payments.ts";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database.ts";
import { handlerOf } from "./handlers.ts";
import type { OrderDesk, OrderReference, ShownOrder } from "./orders.ts";
import { type Desk, mayWait } from "./stuck.data.ts";

const desks = (): [OrderKind, OrderDesk][] =>
  orderKinds.flatMap((kind) => {
    const desk = handlerOf(kind)?.desk;
    return desk === undefined ? [] : [[kind, desk]];
  });

/** What the features that sell know now of orders that do not go on. */
export async function deskNow({ clock }: Context, db: Executor): Promise<Desk> {
  const now = clock.now();
  const before = new Date(now.getTime() - mayWait);
  const waiting = [];
  for (const [kind, desk] of desks())
    for (const order of (await desk.listWaiting?.(db, before)) ?? []) waiting.push({ ...order, kind });
  return { waiting, now };
}

/** The orders that are called so outside. */
export async function ordersNamed(db: Executor, number: string): Promise<OrderReference[]> {
  const named: OrderReference[] = [];
  for (const [kind, desk] of desks()) {
    const reference = await desk.find(db, number);
    if (reference !== undefined) named.push({ kind, reference });
  }
  return named;
}

/** Orders as their owners know them, by what `keyOf` makes of their payments. */
export async function shownOrders(
  db: Executor,
  orders: readonly OrderReference[],
): Promise<ReadonlyMap<string, Omit<ShownOrder, "reference">>> {
  const shown = new Map<string, Omit<ShownOrder, "reference">>();
  for (const [kind, desk] of desks()) {
    const references = orders.filter((order) => order.kind === kind).map(({ reference }) => reference);
    if (references.length === 0) continue;
    for (const { reference, ...order } of await desk.show(db, references))
      shown.set(keyOf({ kind, reference }), order);
  }
  return shown;
}

export const keyOf = ({ kind, reference }: OrderReference): string => `${kind} ${reference}`;
