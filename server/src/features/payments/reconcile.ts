import { z } from "zod";
import type { Context } from "../../platform/context.ts";
import { job } from "../../platform/queue.ts";
import { deleteEventsBefore } from "./events.data.ts";
import { findPayment } from "./payments.data.ts";
import type { Provider } from "./provider.ts";
import { currentProvider } from "./providers.ts";
import { insertReconciliation, listUnlisted, listUnsure } from "./reconcile.data.ts";
import { settlePayment } from "./settle.ts";
import { listLive } from "./terms.data.ts";

/** Milliseconds that are compared back, whatever is written here: what a broken webhook could have left behind. */
const lookBack = 3 * 24 * 60 * 60 * 1000;
/** Milliseconds that events are kept. */
const eventsKeptFor = 90 * 24 * 60 * 60 * 1000;
const pageSize = 200;

/** Compares the payments with the provider; what differs is carried out, and what nobody here knows is reported. */
export const reconcilePaymentsJob = job({
  name: "reconcile-payments",
  payload: z.object({}),
  tries: 5,
  cron: "23 4 * * *",
  async run(context) {
    const provider = currentProvider(context);
    if (provider !== undefined) await reconcile(context, provider);
    await deleteEventsBefore(context.db, new Date(context.clock.now().getTime() - eventsKeptFor));
  },
});

async function reconcile(context: Context, provider: Provider): Promise<void> {
  const startedAt = context.clock.now();
  const from = new Date(startedAt.getTime() - lookBack);
  const { listed, strangers, ...recent } = await compareListed(context, provider, from, startedAt);
  const unlisted = await listUnlisted(context.db, {
    ...{ provider: provider.name, from, to: startedAt, listed },
  });
  const { name } = provider;
  const tallies = [
    ...[recent, await settleAll(context, unlisted)],
    await inPages(context, (after) =>
      listUnsure(context.db, { provider: name, before: from, after, limit: pageSize }),
    ),
    await inPages(context, (after) => listLive(context.db, { provider: name, after, limit: pageSize })),
  ];
  const compared = tallies.reduce((sum, one) => sum + one.compared, 0);
  const repaired = tallies.reduce((sum, one) => sum + one.repaired, 0);
  const finishedAt = context.clock.now();
  await insertReconciliation(context.db, {
    ...{ provider: provider.name, compared, repaired, strangers, startedAt, finishedAt },
  });
  if (strangers.length > 0)
    context.log.error({ strangers }, "the provider took money for checkouts that nobody here knows");
}

type Tally = { compared: number; repaired: number };

/** `askedAt`: what is listed is said to be as old as the whole list, so that it never counts as newer than it is. */
async function compareListed(context: Context, provider: Provider, since: Date, askedAt: Date) {
  const listed: string[] = [];
  const strangers: string[] = [];
  let repaired = 0;
  for await (const { sessionId, paymentId, facts } of provider.listCheckouts(since)) {
    const about = { sessionId, ...(paymentId === null ? {} : { paymentId }) };
    const id = await findPayment(context.db, provider.name, about);
    if (id === undefined) {
      if (facts.checkout === "PAID") strangers.push(sessionId);
      continue;
    }
    listed.push(id);
    if (await settlePayment(context, id, { facts, askedAt })) repaired += 1;
  }
  return { listed, strangers, compared: listed.length, repaired };
}

/** By their keys, page after page. */
async function inPages(context: Context, page: (after: string) => Promise<string[]>): Promise<Tally> {
  const tally = { compared: 0, repaired: 0 };
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const ids = await page(after);
    const { compared, repaired } = await settleAll(context, ids);
    tally.compared += compared;
    tally.repaired += repaired;
    const last = ids.at(-1);
    if (last === undefined || ids.length < pageSize) return tally;
    after = last;
  }
}

async function settleAll(context: Context, ids: readonly string[]): Promise<Tally> {
  let repaired = 0;
  for (const id of ids) if (await settlePayment(context, id)) repaired += 1;
  return { compared: ids.length, repaired };
}
