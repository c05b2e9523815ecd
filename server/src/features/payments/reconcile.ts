import { z } from "zod";
import type { Context } from "../../platform/context.ts";
import { job } from "../../platform/queue.ts";
import { type Comparison, compare, newComparison } from "./compare.ts";
import { deleteEventsBefore } from "./events.data.ts";
import { findPayment, listConcerned } from "./payments.data.ts";
import { recheckPayoutAccounts } from "./payout-accounts.ts";
import type { ListedCheckout, Provider } from "./provider.ts";
import { currentProvider } from "./providers.ts";
import { insertReconciliation, listUnlisted, listUnsure, readLatest } from "./reconcile.data.ts";
import { listLive } from "./terms.data.ts";

const day = 24 * 60 * 60 * 1000;
/** Milliseconds that are compared back, whatever is written here: what a broken webhook could have left behind. */
const lookBack = 3 * day;
/** Milliseconds back that what went back to its payers is looked for where nothing was ever compared. */
const firstLookBack = 90 * day;
/** Milliseconds that events are kept. */
const eventsKeptFor = 90 * day;
const pageSize = 200;

/** Compares the payments with the provider; what differs is carried out, and what nobody here knows is reported. */
export const reconcilePaymentsJob = job({
  name: "reconcile-payments",
  payload: z.object({}),
  tries: 5,
  cron: "23 4 * * *",
  async run(context) {
    const provider = currentProvider(context);
    if (provider !== undefined) {
      await reconcile(context, provider);
      await recheckPayoutAccounts(context, provider.name);
    }
    await deleteEventsBefore(context.db, new Date(context.clock.now().getTime() - eventsKeptFor));
  },
});

async function reconcile(context: Context, provider: Provider): Promise<void> {
  const { db, clock, log } = context;
  const { name } = provider;
  const startedAt = clock.now();
  const before = new Date(startedAt.getTime() - lookBack);
  const last = await readLatest(db, name);
  const comparison = newComparison(context, startedAt);
  await compareListed(comparison, provider, before);
  const listed = [...comparison.compared, ...comparison.failed];
  await compareAll(
    comparison,
    await listUnlisted(db, { provider: name, from: before, to: startedAt, listed }),
  );
  await inPages(comparison, (after) => listUnsure(db, { provider: name, before, after, limit: pageSize }));
  await inPages(comparison, (after) => listLive(db, { provider: name, after, limit: pageSize }));
  await compareReversed(comparison, provider, reversedSince(startedAt, last));
  await compareAll(comparison, last?.failed ?? []);
  const { compared, repaired, failed, strangers } = comparison;
  const tally = { compared: compared.size, repaired: repaired.size, failed: [...failed], strangers };
  await insertReconciliation(db, { provider: name, ...tally, startedAt, finishedAt: clock.now() });
  if (strangers.length > 0)
    log.error({ strangers }, "the provider took money for checkouts that nobody here knows");
}

/** Since the last comparison that came to its end, and no less than is compared anyway. */
function reversedSince(startedAt: Date, last: { started_at: string } | undefined): Date {
  const seen = last === undefined ? startedAt.getTime() - firstLookBack : Date.parse(last.started_at);
  return new Date(Math.min(seen, startedAt.getTime() - lookBack));
}

async function compareListed(comparison: Comparison, provider: Provider, since: Date): Promise<void> {
  const { db } = comparison.context;
  for await (const listed of provider.listCheckouts(since)) {
    const { sessionId, paymentId, facts } = listed;
    const about = { sessionId, ...(paymentId === null ? {} : { paymentId }) };
    const id = await findPayment(db, provider.name, about);
    if (id !== undefined) await compare(comparison, id, facts);
    else if (await isPaid(listed)) comparison.strangers.push(sessionId);
  }
}

async function isPaid({ facts }: ListedCheckout): Promise<boolean> {
  return (await facts())?.checkout === "PAID";
}

/** What was paid at any time goes back by a date of its own. */
async function compareReversed(comparison: Comparison, provider: Provider, since: Date): Promise<void> {
  const { db } = comparison.context;
  for await (const about of provider.listReversals(since))
    await compareAll(comparison, await listConcerned(db, provider.name, about));
}

/** By their keys, page after page. */
async function inPages(comparison: Comparison, page: (after: string) => Promise<string[]>): Promise<void> {
  for (let after: string | undefined = "00000000-0000-0000-0000-000000000000"; after !== undefined; ) {
    const ids: string[] = await page(after);
    await compareAll(comparison, ids);
    after = ids.length < pageSize ? undefined : ids.at(-1);
  }
}

async function compareAll(comparison: Comparison, ids: readonly string[]): Promise<void> {
  for (const id of ids) await compare(comparison, id);
}
