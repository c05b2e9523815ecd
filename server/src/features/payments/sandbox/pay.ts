import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { markAccountReady, markPaid, type SandboxCheckout } from "./checkouts.data.ts";
import { invoiceEvent, newEvent, type SandboxEvent, tell } from "./deliver.ts";
import { beginSubscription } from "./renewals.ts";

/** How a card is paid with, and how the program is told of it. */
export const manners = ["accept", "leave", "late", "twice", "disorder"] as const;
export type Manner = (typeof manners)[number];

/** Seconds that a late event is late by. */
export const lateBy = 30;

/** Takes a checkout as paid, once, and begins what is paid for again and again. Answers whether it was this that paid it. */
export function payCheckout(context: Context, checkout: SandboxCheckout, manner: Manner): Promise<boolean> {
  const now = context.clock.now();
  return context.db.transaction().execute(async (tx) => {
    if (!(await markPaid(tx, checkout.id, now))) return false;
    const billed = await begin(tx, checkout, now);
    // Nobody knows yet what it is a bill of.
    if (manner === "disorder" && billed !== undefined) await tell(context, tx, billed);
    for (const { event, seconds } of deliveriesOf(checkout, manner, now))
      await tell(context, tx, event, seconds);
    return true;
  });
}

/** Answers the news of the first bill where there is one. */
async function begin(
  tx: Executor,
  { customer_id, period, ...checkout }: SandboxCheckout,
  now: Date,
): Promise<SandboxEvent | undefined> {
  if (customer_id === null || period === null) return undefined;
  const { payment_id, title, amount_cents } = checkout;
  const begun = { payment_id, title, amount_cents, customer_id, period };
  return invoiceEvent("invoice.paid", await beginSubscription(tx, begun, now), now);
}

type Delivery = { event: SandboxEvent; seconds: number };

function deliveriesOf({ id, payment_id }: SandboxCheckout, manner: Manner, now: Date): Delivery[] {
  const object = { id, object: "checkout.session", client_reference_id: payment_id };
  const completed = newEvent("checkout.session.completed", object, now);
  const before = newEvent("checkout.session.expired", object, new Date(now.getTime() - 60_000));
  switch (manner) {
    case "accept":
    case "leave":
      return [{ event: completed, seconds: 0 }];
    case "late":
      return [{ event: completed, seconds: lateBy }];
    case "twice":
      return [completed, completed].map((event) => ({ event, seconds: 0 }));
    case "disorder":
      return [completed, before].map((event, index) => ({ event, seconds: index }));
  }
}

/** Completes a publisher's account. */
export function completeAccount(context: Context, id: string): Promise<void> {
  return context.db.transaction().execute(async (tx) => {
    await markAccountReady(tx, id);
    const event = newEvent("account.updated", { id, object: "account" }, context.clock.now());
    await tell(context, tx, event);
  });
}
