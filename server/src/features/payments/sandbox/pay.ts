import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database.ts";
import { markAccountReady, markPaid, type SandboxCheckout } from "./checkouts.data.ts";
import { deliverSandboxEventJob, newEvent, type SandboxEvent } from "./deliver.ts";

/** How a card is paid with, and how the program is told of it. */
export const manners = ["accept", "leave", "late", "twice", "disorder"] as const;
export type Manner = (typeof manners)[number];

/** Seconds that a late event is late by. */
export const lateBy = 30;

/** Takes a checkout as paid, once. Answers whether it was this that paid it. */
export function payCheckout(context: Context, checkout: SandboxCheckout, manner: Manner): Promise<boolean> {
  const now = context.clock.now();
  return context.db.transaction().execute(async (tx) => {
    if (!(await markPaid(tx, checkout.id, now))) return false;
    for (const { event, seconds } of deliveriesOf(checkout, manner, now))
      await deliver(context, tx, event, seconds);
    return true;
  });
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

async function deliver({ queue }: Context, tx: Executor, event: SandboxEvent, seconds: number) {
  // By the time of day, as the queue reckons.
  const later = seconds === 0 ? {} : { runAt: new Date(Date.now() + seconds * 1000) };
  await queue.enqueue(tx, deliverSandboxEventJob, event, later);
}

/** Completes a publisher's account. */
export function completeAccount(context: Context, id: string): Promise<void> {
  return context.db.transaction().execute(async (tx) => {
    await markAccountReady(tx, id);
    const event = newEvent("account.updated", { id, object: "account" }, context.clock.now());
    await deliver(context, tx, event, 0);
  });
}
