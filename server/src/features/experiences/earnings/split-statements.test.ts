import { randomUUID } from "node:crypto";
import type { EarnedOrder, StatementLine } from "@wrapsody/shared/payments/earnings.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { grid } from "../../../testing/chain/minting.ts";
import type { Publisher } from "../../../testing/fixtures/campaigns.ts";
import { bearer, makePremium, type Person, waitUntilBlocked } from "../../../testing/fixtures/people.ts";
import { type FanApi, openFanApi } from "../../../testing/fixtures/taking-part.ts";

const DAY_S = 24 * 60 * 60;
let api: FanApi;
let publisher: Publisher;
beforeAll(async () => {
  api = await openFanApi();
  publisher = await api.addPublisher();
  await makePremium(api, publisher, 5 * 366 * DAY_S);
});
afterAll(() => api.close());

type Owner = { name: string; ownership: number; royalty: number; email?: string };
type Wrap = { song: number; campaign: number };
const owner = (name: string, royalty: number, email?: string): Owner => ({
  name,
  ownership: royalty,
  royalty,
  ...(email === undefined ? {} : { email }),
});

/** Creates a public wrap with a priced experience. */
async function addWrap(owners: Owner[], of: Publisher = publisher): Promise<Wrap> {
  const song = await api.createDraft(of, { owners });
  await sql`update song set status = 'ACTIVE', listed_at = created_at where id = ${song}`.execute(
    api.context.db,
  );
  const campaign = await api.addActiveCampaign(of, song, { cost_per_nft: "10" }, grid(1, 1));
  return { song, campaign };
}

const changeOwners = (song: number, owners: Owner[], of: Person = publisher) =>
  api.call("PATCH", `song/${song}`, { ...bearer(of.token), payload: { owners } });

let line = 0;
/** Creates an order that waits for its payment. Returns the id of the payment. */
async function insertOpenOrder(
  { campaign }: Wrap,
  cents: number,
  payee: Person = publisher,
): Promise<string> {
  const { db, clock } = api.context;
  const { rows } = await sql<{ id: number }>`
    insert into participation (exposed_id, code_hash, campaign_id, wallet, state, total_cents, payee_id, created_at)
    values (${`split-order-${line++}`}, '\\x00', ${campaign}, '0x0', 'AWAITING_PAYMENT', ${cents}, ${payee.id}, ${clock.now()})
    returning id`.execute(db);
  const id = randomUUID();
  await sql`
    insert into payment (id, kind, reference, payee_id, title, amount_cents, platform_fee_cents, provider_fee_cents, provider,
      state, created_at, expires_at, checked_at)
    values (${id}, 'PARTICIPATION', ${String(rows[0]?.id)}, ${payee.id}, 'Tide', ${cents}, 0, 0, 'SANDBOX', 'OPEN',
      ${clock.now()}, ${clock.now()}, ${clock.now()})`.execute(db);
  return id;
}
const markPaid = (id: string) =>
  sql`update payment set state = 'PAID', paid_at = ${api.context.clock.now()} where id = ${id}`.execute(
    api.context.db,
  );
/** Records that a part of a payment was refunded, in all. */
const markPartlyRefunded = (id: string, cents: number) =>
  sql`
    update payment set part_refunded_cents = ${cents}, checked_at = ${api.context.clock.now()},
      part_refunded_at = coalesce(part_refunded_at, ${api.context.clock.now()})
    where id = ${id}`.execute(api.context.db);
const markRefunded = (id: string) =>
  sql`update payment set state = 'REFUNDED', refunded_at = ${api.context.clock.now()} where id = ${id}`.execute(
    api.context.db,
  );

async function pay(wrap: Wrap, cents: number): Promise<string> {
  const id = await insertOpenOrder(wrap, cents);
  await markPaid(id);
  return id;
}

/** Sessions end meanwhile. */
async function nextMonth(): Promise<void> {
  api.context.clock.move(31 * DAY_S);
  publisher.token = await api.logInAgain(publisher);
}
const thisMonth = () => api.context.clock.now().toISOString().slice(0, 7);

/** Returns the lines of a wrap over five years, newest first. */
async function linesOf({ campaign }: Wrap, person: Person = publisher): Promise<StatementLine[]> {
  const last = thisMonth();
  const from = `${Number(last.slice(0, 4)) - 4}${last.slice(4)}`;
  const { json } = await api.call("GET", `my/earnings?from=${from}&to=${last}`, bearer(person.token));
  return json.body.lines.filter((each: StatementLine) => each.campaign.id === campaign);
}
const sharesOf = ({ shares, rest }: Pick<StatementLine, "shares" | "rest">) => ({
  ...Object.fromEntries(shares.map(({ name, share }) => [name, share])),
  rest,
});

const revisionOf = async (payment: string): Promise<number | null> => {
  const { rows } = await sql<{ revision: number | null }>`
    select split_revision_id as revision from payment where id = ${payment}`.execute(api.context.db);
  return rows[0]?.revision ?? null;
};
const inForce = async (song: number): Promise<number> => {
  const { json } = await api.call("GET", `song/${song}/splits`, bearer(publisher.token));
  return json.body.in_force.id;
};
const proposalOf = async (song: number): Promise<number> => {
  const { json } = await api.call("GET", `song/${song}/splits`, bearer(publisher.token));
  return json.body.proposal.id;
};
const confirm = ({ token }: Person, id: number) =>
  api.call("POST", `split/${id}/confirm`, { ...bearer(token), payload: {} });
const assign = ({ token }: Person, id: number) =>
  api.call("POST", `split/${id}/assignment`, { ...bearer(token), payload: {} });

describe("a statement", () => {
  it("divides each order by the splits in force when it was paid, and a refund by the same", async () => {
    const wrap = await addWrap([owner("Ann", 60), owner("Bo", 40)]);
    const first = await pay(wrap, 1_000);
    const before = await linesOf(wrap);
    await changeOwners(wrap.song, [owner("Ann", 10), owner("Cy", 90)]);
    expect(await linesOf(wrap)).toEqual(before);
    await pay(wrap, 1_000);
    const [both] = await linesOf(wrap);
    expect(both && sharesOf(both)).toEqual({ Ann: 700, Bo: 400, Cy: 900, rest: 0 });
    const earlier = await linesOf(wrap);
    await nextMonth();
    await markRefunded(first);
    const [refund, ...rest] = await linesOf(wrap);
    expect(refund && sharesOf(refund)).toEqual({ Ann: -600, Bo: -400, rest: 0 });
    expect(rest).toEqual(earlier);
  });

  it("keeps owners of the same name and another address apart", async () => {
    const wrap = await addWrap([owner("Ann", 100, "ann@one.example")]);
    await pay(wrap, 500);
    await changeOwners(wrap.song, [owner("Ann", 100, "ann@two.example")]);
    await pay(wrap, 300);
    const [sum] = await linesOf(wrap);
    expect(sum?.shares).toEqual([
      { name: "Ann", email: "ann@two.example", share: 300 },
      { name: "Ann", email: "ann@one.example", share: 500 },
    ]);
  });

  it("shows named owners their share in every wrap, and nothing of others", async () => {
    const [ann, bo, stranger] = [await api.join(), await api.join(), await api.join()];
    const wrap = await addWrap([owner("Ann", 25, ann.email), owner("Bo", 75, bo.email)]);
    const paid = await pay(wrap, 2_000);
    const statementOf = async ({ token }: Person) =>
      (await api.call("GET", `my/splits/statement?to=${thisMonth()}`, bearer(token))).json.body;
    expect(await statementOf(ann)).toEqual({
      lines: [
        {
          month: thisMonth(),
          song: { id: wrap.song, name: "Salt Meridian", artist: expect.any(String) },
          orders: 1,
          refunds: 0,
          net: 2_000,
          share: 500,
        },
      ],
      total: { share: 500 },
    });
    expect((await statementOf(bo)).total.share).toBe(1_500);
    expect((await statementOf(stranger)).lines).toEqual([]);
    await nextMonth();
    await markRefunded(paid);
    ann.token = await api.logInAgain(ann);
    expect((await statementOf(ann)).lines).toMatchObject([
      { refunds: 1, net: -2_000, share: -500 },
      { orders: 1, share: 500 },
    ]);
    expect((await api.call("GET", "my/splits/statement")).status).toBe(401);
    const wrong = await api.call("GET", "my/splits/statement?from=2024-13", bearer(ann.token));
    expect(wrong.json.errors).toMatchObject([{ field: "from" }]);
  });
});

describe("an owner whose share was reduced to nothing, and who was removed then", () => {
  it("keeps what they are owed, sees it, and bears the refund of their own orders only", async () => {
    const ann = await api.join();
    const wrap = await addWrap([owner("Ann", 33.33, ann.email), owner("Bo", 33.33), owner("Cy", 33.34)]);
    const first = await pay(wrap, 1_000);
    await changeOwners(wrap.song, [owner("Ann", 0, ann.email)]);
    expect((await confirm(ann, await proposalOf(wrap.song))).status).toBe(200);
    await pay(wrap, 500);
    await changeOwners(wrap.song, [owner("Bo", 100)]);
    expect((await confirm(ann, await proposalOf(wrap.song))).status).toBe(200);
    const last = await pay(wrap, 300);

    const [sum] = await linesOf(wrap);
    expect(sum && sharesOf(sum)).toEqual({ Ann: 333, Bo: 633, Cy: 334, rest: 500 });
    const statement = async () =>
      (await api.call("GET", `my/splits/statement?to=${thisMonth()}`, bearer(ann.token))).json.body;
    expect((await statement()).total).toEqual({ share: 333 });
    const { json } = await api.call("GET", "my/splits", bearer(ann.token));
    expect(json.body.data.map(({ song }: { song: { id: number } }) => song.id)).toEqual([wrap.song]);

    await markRefunded(last);
    expect((await statement()).total).toEqual({ share: 333 });
    await markRefunded(first);
    expect((await statement()).total).toEqual({ share: 0 });
    const [after] = await linesOf(wrap);
    expect(after && sharesOf(after)).toEqual({ Ann: 0, Bo: 0, Cy: 0, rest: 500 });
  });
});

describe("a payment and a confirmation at the same instant", () => {
  it("has the splits before the confirmation if the payment comes first", { retry: 0 }, async () => {
    const ann = await api.join();
    const wrap = await addWrap([owner("Old", 100)]);
    const payment = await insertOpenOrder(wrap, 1_000);
    await changeOwners(wrap.song, [owner("Ann", 100, ann.email)]);
    const [old, proposal] = [await inForce(wrap.song), await proposalOf(wrap.song)];
    const { db, clock } = api.context;
    let confirming: ReturnType<typeof confirm> | undefined;
    await db.transaction().execute(async (tx) => {
      await sql`update payment set state = 'PAID', paid_at = ${clock.now()} where id = ${payment}`.execute(
        tx,
      );
      confirming = confirm(ann, proposal);
      await waitUntilBlocked(db);
    });
    expect((await confirming)?.status).toBe(200);
    expect([await revisionOf(payment), await inForce(wrap.song)]).toEqual([old, proposal]);
  });

  it("has the confirmed splits if the confirmation comes first", { retry: 0 }, async () => {
    const ann = await api.join();
    const wrap = await addWrap([owner("Old", 100)]);
    const payment = await insertOpenOrder(wrap, 1_000);
    await changeOwners(wrap.song, [owner("Ann", 100, ann.email)]);
    const proposal = await proposalOf(wrap.song);
    const { db } = api.context;
    let confirming: ReturnType<typeof confirm> | undefined;
    let paying: ReturnType<typeof markPaid> | undefined;
    await db.transaction().execute(async (tx) => {
      // The confirmation has the lock of the wrap when it waits for these rows.
      await sql`select from song_owner where song_id = ${wrap.song} for update`.execute(tx);
      confirming = confirm(ann, proposal);
      await waitUntilBlocked(db);
      paying = markPaid(payment);
      await waitUntilBlocked(db, 2);
    });
    expect((await confirming)?.status).toBe(200);
    await paying;
    expect(await revisionOf(payment)).toBe(proposal);
  });

  it("never loses the splits of a payment, with many of them", { retry: 0 }, async () => {
    const ann = await api.join();
    const wrap = await addWrap([owner("Old", 100)]);
    const payments = await Promise.all(Array.from({ length: 12 }, () => insertOpenOrder(wrap, 100)));
    await changeOwners(wrap.song, [owner("Ann", 100, ann.email)]);
    const [old, proposal] = [await inForce(wrap.song), await proposalOf(wrap.song)];
    const [answer] = await Promise.all([confirm(ann, proposal), ...payments.map(markPaid)]);
    expect(answer.status).toBe(200);
    for (const payment of payments) expect([old, proposal]).toContain(await revisionOf(payment));
    const [sum] = await linesOf(wrap);
    expect(sum?.shares.reduce((total, { share }) => total + share, 0)).toBe(1_200);
    expect(sum?.rest).toBe(0);
  });
});

describe("income without a split", () => {
  const unassigned = async (): Promise<{ song: { id: number }; amount: number; revision: number | null }[]> =>
    (await api.call("GET", "my/earnings/unassigned", bearer(publisher.token))).json.body.data;
  const unassignedOf = async ({ song }: Wrap) => (await unassigned()).find((each) => each.song.id === song);

  it("is assigned once to the owners in force, in the month of the assignment", { retry: 0 }, async () => {
    const ann = await api.join();
    const wrap = await addWrap([owner("Ann", 75, ann.email)]);
    const paid = await pay(wrap, 1_000);
    expect(await unassignedOf(wrap)).toMatchObject({ amount: 250, revision: null });
    expect((await assign(publisher, await inForce(wrap.song))).json.code).toBe("E0027");
    await changeOwners(wrap.song, [owner("Ann", 60), owner("Bo", 40)]);
    await confirm(ann, await proposalOf(wrap.song));
    const revision = await inForce(wrap.song);
    expect(await unassignedOf(wrap)).toMatchObject({ amount: 250, revision });
    const earlier = await linesOf(wrap);
    await nextMonth();
    const other = await api.addPublisher();
    ann.token = await api.logInAgain(ann);
    expect((await assign(other, revision)).status).toBe(404);
    expect((await assign(ann, revision)).status).toBe(404);
    const anonymous = await api.call("POST", `split/${revision}/assignment`, { payload: {} });
    expect(anonymous.status).toBe(401);
    const twice = await Promise.all([assign(publisher, revision), assign(publisher, revision)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [assigned, ...rest] = await linesOf(wrap);
    expect(rest).toEqual(earlier);
    expect(assigned && sharesOf(assigned)).toEqual({ Ann: 150, Bo: 100, rest: -250 });
    expect(assigned).toMatchObject({ orders: 0, refunds: 0, gross: 0, net: 0 });
    expect(await unassignedOf(wrap)).toBeUndefined();
    const events = (await api.events(publisher.id)).filter(({ kind }) => kind === "income-assigned");
    expect(events.at(-1)?.detail).toMatchObject({ song: wrap.song, orders: 1 });
    await nextMonth();
    await markRefunded(paid);
    const [refund] = await linesOf(wrap);
    expect(refund && sharesOf(refund)).toEqual({ Ann: -900, Bo: -100, rest: 0 });
    ann.token = await api.logInAgain(ann);
    const { json } = await api.call("GET", `my/splits/statement?to=${thisMonth()}`, bearer(ann.token));
    expect(json.body.lines.map(({ share }: { share: number }) => share)).toEqual([-900, 150, 750]);
  });

  it("of a wrap without owners is assigned as a whole", async () => {
    const wrap = await addWrap([]);
    await pay(wrap, 999);
    await changeOwners(wrap.song, [owner("Ann", 50), owner("Bo", 50)]);
    const revision = await inForce(wrap.song);
    expect(await unassignedOf(wrap)).toMatchObject({ amount: 999, revision });
    expect((await assign(publisher, revision)).json.body).toEqual({ orders: 1 });
    const [sum] = await linesOf(wrap);
    expect(sum && sharesOf(sum)).toEqual({ Ann: 500, Bo: 499, rest: 0 });
  });
});

/** One step of a history of a wrap. */
type Step =
  | { type: "change"; royalties: number[] }
  | { type: "pay"; cents: number }
  | { type: "refund"; at: number }
  | { type: "refund part"; at: number; share: number }
  | { type: "assign" }
  | { type: "month" };

describe("statements over any splits, payments, refunds and assignments", () => {
  it("add up to the money received, to the cent, and never change once their month is over", {
    retry: 0,
  }, async () => {
    const royalties = fc
      .array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 4 })
      .chain((weights) => fc.record({ weights: fc.constant(weights), isWhole: fc.boolean() }))
      .map(({ weights, isWhole }) => toRoyalties(weights, isWhole));
    const step: fc.Arbitrary<Step> = fc.oneof(
      fc.record({ type: fc.constant("change" as const), royalties }),
      fc.record({ type: fc.constant("pay" as const), cents: fc.integer({ min: 1, max: 99_999 }) }),
      fc.record({ type: fc.constant("pay" as const), cents: fc.constant(1_250) }),
      fc.record({ type: fc.constant("refund" as const), at: fc.nat(20) }),
      fc.record({
        type: fc.constant("refund part" as const),
        at: fc.nat(20),
        share: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      }),
      fc.constant({ type: "assign" } as const),
      fc.constant({ type: "month" } as const),
    );
    const run = async (steps: readonly Step[]) => {
      const wrap = await addWrap([]);
      const orders: { id: string; cents: number; refunded: number }[] = [];
      const closed = new Map<string, StatementLine>();
      for (const each of [...steps, { type: "month" } as const]) {
        api.context.clock.move(60);
        if (each.type === "change")
          await changeOwners(
            wrap.song,
            each.royalties.map((royalty, at) => owner(`Owner ${at}`, royalty)),
          );
        else if (each.type === "pay")
          orders.push({ id: await pay(wrap, each.cents), cents: each.cents, refunded: 0 });
        else if (each.type === "refund") {
          const order = orders[each.at % Math.max(1, orders.length)];
          if (order !== undefined && order.refunded < order.cents) await markRefunded(order.id);
          if (order !== undefined) order.refunded = order.cents;
        } else if (each.type === "refund part") {
          const order = orders[each.at % Math.max(1, orders.length)];
          if (order !== undefined && order.refunded < order.cents) {
            order.refunded += Math.floor((order.cents - order.refunded) * each.share);
            await markPartlyRefunded(order.id, order.refunded);
          }
        } else if (each.type === "assign") {
          const { json } = await api.call("GET", `song/${wrap.song}/splits`, bearer(publisher.token));
          if (json.body.in_force !== null)
            expect([200, 409]).toContain((await assign(publisher, json.body.in_force.id)).status);
        } else {
          const lines = await linesOf(wrap);
          for (const [month, before] of closed)
            expect(lines.find((each) => each.month === month)).toEqual(before);
          for (const each of lines) closed.set(each.month, each);
          await nextMonth();
        }
      }
      const lines = await linesOf(wrap);
      const received = orders.reduce((sum, { cents, refunded }) => sum + cents - refunded, 0);
      const divided = lines.map(({ shares, rest }) => shares.reduce((sum, { share }) => sum + share, rest));
      expect(divided.reduce((sum, each) => sum + each, 0)).toBe(received);
      for (const [at, { net }] of lines.entries()) expect(divided[at]).toBe(net);
      const { json } = await api.call(
        "GET",
        `my/earnings/orders?limit=1000&campaign_id==${wrap.campaign}`,
        bearer(publisher.token),
      );
      const byOrder: EarnedOrder[] = json.body.data;
      const sumByOwner = (entries: readonly Pick<StatementLine, "shares" | "rest">[]) => {
        const sums = new Map<string, number>();
        for (const { shares, rest } of entries)
          for (const { name, share } of [...shares, { name: "", share: rest }])
            sums.set(name, (sums.get(name) ?? 0) + share);
        return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0).sort());
      };
      expect(sumByOwner(byOrder)).toEqual(sumByOwner(lines));
    };
    const some = fc.array(step, { minLength: 4, maxLength: 14 });
    await fc.assert(fc.asyncProperty(some, run), { numRuns: 8, seed: 16 });
    // Creates eight wraps with experiences, and some fifty orders.
  });
});

/** Scales weights to percentages with two decimals that add up to 100 or less. */
function toRoyalties(weights: readonly number[], isWhole: boolean): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0) * (isWhole ? 1 : 1.3);
  const points = weights.map((weight) => Math.floor((weight * 10_000) / total));
  const left = 10_000 - points.reduce((sum, each) => sum + each, 0);
  if (isWhole && points[0] !== undefined) points[0] += left;
  return points.map((each) => each / 100);
}
