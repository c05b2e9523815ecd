import { type OrderKind, orderKinds } from "@wrapsody/shared/payments/payments.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { getOrderHandler, type OrderDirectory, type OrderReference, type OrderSummary } from "../orders.ts";
import { type BlockedOrders, MATERIAL_GRACE_MS } from "./needs-attention.data.ts";

const orderDirectories = (): [OrderKind, OrderDirectory][] =>
  orderKinds.flatMap((kind) => {
    const directory = getOrderHandler(kind)?.directory;
    return directory === undefined ? [] : [[kind, directory]];
  });

/** Collects the blocked orders of all features. */
export async function findBlockedOrders({ clock }: Context, db: Executor): Promise<BlockedOrders> {
  const now = clock.now();
  const before = new Date(now.getTime() - MATERIAL_GRACE_MS);
  const blocked = [];
  for (const [kind, directory] of orderDirectories())
    for (const order of (await directory.listBlocked?.(db, before)) ?? []) blocked.push({ ...order, kind });
  return { blocked, now };
}

/** Finds orders by their public number. */
export async function findOrdersByNumber(db: Executor, number: string): Promise<OrderReference[]> {
  const found: OrderReference[] = [];
  for (const [kind, directory] of orderDirectories()) {
    const reference = await directory.findByNumber(db, number);
    if (reference !== undefined) found.push({ kind, reference });
  }
  return found;
}

/** Summarises orders, keyed by `orderKey`. */
export async function summarizeOrders(
  db: Executor,
  orders: readonly OrderReference[],
): Promise<ReadonlyMap<string, Omit<OrderSummary, "reference">>> {
  const summaries = new Map<string, Omit<OrderSummary, "reference">>();
  for (const [kind, directory] of orderDirectories()) {
    const references = orders.filter((order) => order.kind === kind).map(({ reference }) => reference);
    if (references.length === 0) continue;
    for (const { reference, ...order } of await directory.summarize(db, references))
      summaries.set(orderKey({ kind, reference }), order);
  }
  return summaries;
}

export const orderKey = ({ kind, reference }: OrderReference): string => `${kind} ${reference}`;
