import { spotCodeProblems } from "@wrapsody/shared/experiences/spot-codes.ts";
import { toLocalTime } from "@wrapsody/shared/text/time-zones.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { createServer } from "../../../server.ts";
import { wallets } from "../../../testing/chain/minting.ts";
import { bearer, type Person } from "../../../testing/fixtures/people.ts";
import { type CodeApi, openCodeApi } from "../../../testing/fixtures/spot-codes.ts";
import { proofIn } from "../../../testing/fixtures/taking-part.ts";
import { participationOrderHandler } from "../participation/orders/apply-event.ts";

let api: CodeApi;
let fan: Person;
let other: Person;
beforeAll(async () => {
  api = await openCodeApi();
  [fan, other] = await Promise.all([api.join(), api.join()]);
});
afterAll(() => api.close());

const [wallet = "", second = "", ...more] = wallets(52, 95_000);
const half = { discount: "PERCENT", percent: 50 };

/** Adds an experience with one code. */
async function offer(batch: object = half, fields: Record<string, string> = {}) {
  const id = await api.addExperience(fields);
  const { batch: added, codes } = await api.addCodes(id, batch);
  return { id, batch: added.id, code: codes[0]?.code ?? "", codeId: codes[0]?.id ?? 0 };
}
type Offer = Awaited<ReturnType<typeof offer>>;

const order = (person: Person | undefined, id: number, code: string, to = wallet, more: object = {}) =>
  api.createOrder(person, id, to, {}, { code, ...more });
const problemOf = async (answer: ReturnType<typeof order>) => {
  const { status, json } = await answer;
  expect([status, json.errors?.map(({ field }: { field: string }) => field)]).toEqual([400, ["code"]]);
  return json.errors[0].message;
};
const stateOf = async ({ id, batch }: Offer) => (await api.readBatch(id, batch)).data[0]?.state;
const amounts = async (id: number) =>
  (
    await sql<{ state: string; total: number; discount: number }>`
      select state, total_cents as total, discount_cents as discount from participation
      where campaign_id = ${id} order by id`.execute(api.context.db)
  ).rows;
const report = (event: "onExpired" | "onPaid", orderId: number) =>
  api.context.db
    .transaction()
    .execute<unknown>((tx) =>
      event === "onPaid"
        ? participationOrderHandler.onPaid(api.context, tx, String(orderId), null)
        : participationOrderHandler.onExpired(api.context, tx, String(orderId)),
    );

describe("a code", () => {
  it("is checked without being used, however it is typed", async () => {
    const { id, code } = await offer();
    const typed = [code, code.toLowerCase(), code.replaceAll("-", " "), code.replaceAll("0", "o")];
    for (const text of typed) {
      const { status, json } = await api.checkCode(id, text, fan);
      expect([status, json.body]).toEqual([
        200,
        { discount: "PERCENT", percent: 50, amount: null, expires_at: null },
      ]);
    }
    expect((await api.checkCode(id, code)).status).toBe(401);
    expect((await api.checkCode(999_999, code, fan)).status).toBe(404);
    expect((await api.getAccess(id, fan)).json.body.has_codes).toBe(true);
    expect((await api.getAccess(await api.addExperience(), fan)).json.body.has_codes).toBe(false);
  });

  it("is refused on its field if it is wrong, of another experience, expired or empty, and nothing is ordered", async () => {
    const [{ id }, elsewhere] = [await offer(), await offer()];
    const ending = await offer({ expires_at: new Date(api.context.clock.now().getTime() + 60_000) });
    const refuse = async (at: number, text: string, message: string) => {
      expect((await api.checkCode(at, text, other)).json.errors).toEqual([{ field: "code", message }]);
      expect(await problemOf(order(other, at, text))).toBe(message);
    };
    for (const text of ["0000-0000-0000-0000", "nothing", "", "x".repeat(101), elsewhere.code])
      await refuse(id, text, spotCodeProblems.invalid);
    api.context.clock.move(61);
    await refuse(ending.id, ending.code, spotCodeProblems.expired);
    expect(await stateOf(ending)).toBe("EXPIRED");
    expect((await order(undefined, id, elsewhere.code)).status).toBe(401);
    expect([await amounts(id), await amounts(ending.id)]).toEqual([[], []]);
    expect((await api.countSpots(id)).taken).toBe(0);
  });

  it("takes its discount off the price, the fee and the payment, and the receipt says so", async () => {
    const reader = await api.join();
    const { id, code } = await offer({ discount: "PERCENT", percent: 25 }, { reward_points: "3" });
    const { page } = await api.placeOrder(reader, id, wallet, { code });
    expect((await api.listOrders(id))[0]).toMatchObject({ total_cents: 750, fee_cents: 53 });
    const confirmed = await api.confirmOrder(await api.pay(page));
    expect(confirmed.json.body.order.total).toBe(7.5);
    expect(await api.getPoints(reader, api.song)).toBe(3);
    const text = (await api.listReceipts(reader)).at(-1)?.text ?? "";
    for (const line of ["Price: $10.00", "Discount by code: -$2.50", "Total paid: $7.50"])
      expect(text).toContain(line);
    const orders = await api.call("GET", "my/earnings/orders", bearer(api.publisher.token));
    expect(JSON.stringify(orders.json.body)).toContain("750");
    expect((await api.listOwnOrders(reader, id))[0]).toMatchObject({ total: 7.5, discount: 2.5 });
    const { json } = await api.call("GET", "my/data", bearer(reader.token));
    expect(json.body.experiences.orders).toMatchObject([
      { total_cents: 750, discount_cents: 250, with_code: true },
    ]);
  });

  it("gives a spot for nothing, without a checkout, also where less than a card payment is left", async () => {
    for (const batch of [
      { discount: "FREE" },
      { discount: "AMOUNT", amount: 12 },
      { discount: "AMOUNT", amount: "9.51" },
      { discount: "PERCENT", percent: 96 },
    ]) {
      const added = await offer(batch);
      const reader = await api.join();
      const { json } = await order(reader, added.id, added.code);
      expect(await amounts(added.id)).toEqual([{ state: "RESERVED", total: 0, discount: 1_000 }]);
      expect((await api.confirmOrder(proofIn(json.body.redirect))).status).toBe(200);
      expect(await api.listReceipts(reader)).toEqual([]);
      expect(await stateOf(added)).toBe("USED");
      expect(await problemOf(order(other, added.id, added.code))).toBe(spotCodeProblems.used);
      expect(await problemOf(order(reader, added.id, added.code, second))).toBe(spotCodeProblems.used);
    }
    const exact = await offer({ discount: "AMOUNT", amount: "9.50" });
    await order(fan, exact.id, exact.code);
    expect(await amounts(exact.id)).toEqual([{ state: "AWAITING_PAYMENT", total: 50, discount: 950 }]);
  });

  it("lowers the minimum where fans choose the amount; a code for a free spot allows nothing and more", async () => {
    const terms = { pricing: "PAY_WHAT_YOU_WANT", suggested_price: "20" };
    const [reduced, generous, free] = [
      await offer(half, terms),
      await offer(half, terms),
      await offer({ discount: "FREE" }, terms),
    ];
    const low = await order(fan, reduced.id, reduced.code, wallet, { amount: 4.99 });
    expect(low.json.errors).toEqual([{ field: "amount", message: "Please enter at least 5.00." }]);
    await order(fan, reduced.id, reduced.code);
    expect(await amounts(reduced.id)).toEqual([{ state: "AWAITING_PAYMENT", total: 500, discount: 500 }]);
    await order(fan, generous.id, generous.code, wallet, { amount: 30 });
    expect(await amounts(generous.id)).toEqual([{ state: "AWAITING_PAYMENT", total: 3_000, discount: 0 }]);
    await order(fan, free.id, free.code, wallet, { amount: 3 });
    expect(await amounts(free.id)).toEqual([{ state: "AWAITING_PAYMENT", total: 300, discount: 700 }]);
  });

  it("belongs to its open order: a repeat continues it, another wallet or code does not", {
    retry: 0,
  }, async () => {
    const { id, code } = await offer();
    const unused = (await api.addCodes(id)).codes[0]?.code ?? "";
    const reader = await api.join();
    const key = { "idempotency-key": "one-order-with-a-code" };
    const repeats = await Promise.all(
      [0, 1, 2].map(() => api.createOrder(reader, id, wallet, key, { code })),
    );
    expect(new Set(repeats.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await amounts(id)).toHaveLength(1);
    expect((await api.createOrder(reader, id, wallet)).status).toBe(200);
    expect(await problemOf(order(reader, id, code, second))).toBe(spotCodeProblems.reserved);
    expect((await api.checkCode(id, code, reader)).json.errors[0].message).toBe(spotCodeProblems.reserved);
    expect(await problemOf(order(reader, id, unused))).toBe(spotCodeProblems.otherOrder);
    expect(await problemOf(order(other, id, code))).toBe(spotCodeProblems.used);
    expect(await amounts(id)).toHaveLength(1);
  });

  it("gives one spot to fifty fans who redeem it at the same instant", { retry: 0 }, async () => {
    const { id, code } = await offer({ discount: "FREE" });
    const fans = await Promise.all(Array.from({ length: 50 }, () => api.join()));
    const answers = await Promise.all(fans.map((each, at) => order(each, id, code, more[at])));
    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(1);
    for (const { status, json } of answers.filter((answer) => !accepted.includes(answer)))
      expect([status, json.errors]).toEqual([400, [{ field: "code", message: spotCodeProblems.used }]]);
    expect(await api.countSpots(id)).toEqual({ taken: 1, reserved: 1, participants: 0 });
  });

  it("holds no spot of a sold-out experience, and stays unused", async () => {
    const added = await offer({ discount: "FREE" }, { max_nfts: "1" });
    await api.createOrder(fan, added.id, wallet);
    expect((await order(other, added.id, added.code)).json.code).toBe("E0033");
    expect(await stateOf(added)).toBe("UNUSED");
  });
});

describe("a code is free again", () => {
  it("when its order expires, is cancelled or is refunded without an artwork", async () => {
    const expiring = await offer({ discount: "FREE" });
    await order(fan, expiring.id, expiring.code);
    expect(await stateOf(expiring)).toBe("USED");
    api.context.clock.move(31 * 60);
    for (const _ of [0, 1]) await api.runJob("expire-places", {});
    expect(await stateOf(expiring)).toBe("UNUSED");
    expect((await order(other, expiring.id, expiring.code, second)).status).toBe(200);

    const cancelled = await offer();
    const { exposedId } = await api.placeOrder(fan, cancelled.id, wallet, { code: cancelled.code });
    await Promise.all([0, 1].map(() => api.cancelOrder(fan, exposedId)));
    expect(await stateOf(cancelled)).toBe("UNUSED");
    expect((await order(fan, cancelled.id, cancelled.code)).status).toBe(200);
  });

  it("but not when a payment is refunded whose artwork stays its owner's", async () => {
    const added = await offer();
    const { page, payment } = await api.placeOrder(fan, added.id, wallet, { code: added.code });
    await api.confirmOrder(await api.pay(page));
    await api.refundPayment(payment);
    expect((await api.listOwnOrders(fan, added.id))[0]).toMatchObject({ total: 5, state: "FULFILLED" });
    expect(await stateOf(added)).toBe("USED");
  });

  it("unless it was revoked meanwhile", async () => {
    const added = await offer();
    const { exposedId } = await api.placeOrder(fan, added.id, wallet, { code: added.code });
    await api.revoke(`${added.id}/codes/${added.batch}`);
    expect(await stateOf(added)).toBe("USED");
    await api.cancelOrder(fan, exposedId);
    expect(await stateOf(added)).toBe("REVOKED");
    expect(await problemOf(order(fan, added.id, added.code))).toBe(spotCodeProblems.revoked);
  });
});

describe("a payment that arrives after its order expired", () => {
  it("uses the code if nobody else did, also a second time", { retry: 0 }, async () => {
    const added = await offer();
    const { id } = await api.placeOrder(fan, added.id, wallet, { code: added.code });
    await report("onExpired", id);
    expect(await stateOf(added)).toBe("UNUSED");
    const outcomes = await Promise.all([report("onPaid", id), report("onPaid", id)]);
    expect(outcomes).toEqual(["FULFILLED", "FULFILLED"]);
    expect(await stateOf(added)).toBe("USED");
    expect(await api.countSpots(added.id)).toMatchObject({ taken: 1, reserved: 1 });
  });

  it.each(["used", "revoked"])("is refunded if the code was %s meanwhile", async (meanwhile) => {
    const added = await offer();
    const { id } = await api.placeOrder(fan, added.id, wallet, { code: added.code });
    await report("onExpired", id);
    if (meanwhile === "used") expect((await order(other, added.id, added.code, second)).status).toBe(200);
    else await api.revoke(`${added.id}/codes/${added.batch}/${added.codeId}`);
    expect(await report("onPaid", id)).toBe("REFUND");
    expect((await api.listOwnOrders(fan, added.id))[0]).toMatchObject({
      state: "REFUNDED",
      paid_back_for: "CODE_USED",
    });
    expect((await api.countSpots(added.id)).reserved).toBe(meanwhile === "used" ? 1 : 0);
  });
});

describe("a code in an experience with an audience", () => {
  it("opens a private experience", async () => {
    const { id, code } = await offer(half, { is_public_mintable: "false" });
    expect((await api.createOrder(fan, id, wallet)).json.code).toBe("E0034");
    expect((await order(fan, id, code)).status).toBe(200);
    expect(await amounts(id)).toMatchObject([{ total: 500 }]);
  });

  it("applies to the price of the current phase, and admits nobody to a phase for others", async () => {
    const { id, code } = await offer();
    const at = (minutes: number) =>
      toLocalTime(new Date(api.context.clock.now().getTime() + minutes * 60_000), "UTC");
    const open = { spots: null, audience: "EVERYONE", ends_at: null };
    const phases = [
      {
        ...open,
        name: "Friends",
        price: 2,
        audience: "LIST",
        entries: [second],
        starts_at: at(0),
        ends_at: at(20),
      },
      { ...open, name: "Everyone", price: 4, starts_at: at(30) },
    ];
    const put = await api.call("PUT", `drop/${id}/phases`, {
      payload: { time_zone: "UTC", phases },
      ...bearer(api.publisher.token),
    });
    expect([put.status, put.json.errors]).toEqual([200, undefined]);
    expect((await order(fan, id, code)).json.code).toBe("E0034");
    api.context.clock.move(25 * 60);
    expect((await order(fan, id, code)).json.code).toBe("E0032");
    api.context.clock.move(10 * 60);
    expect((await order(fan, id, code)).status).toBe(200);
    expect(await amounts(id)).toMatchObject([{ total: 200, discount: 200 }]);
  });
});

it("limits guesses by account, also while the rest of the site is used", async () => {
  const { id } = await offer();
  const guesser = await api.join();
  const config = { ...api.context.config, rateLimits: true };
  const app = await createServer({ ...api.context, config }, { site: false });
  const guess = () =>
    app.inject({
      method: "POST",
      url: `/api/v1/drop/${id}/code`,
      payload: { code: "0000-0000-0000-0000" },
      ...bearer(guesser.token),
    });
  const answers = await Promise.all(Array.from({ length: 25 }, guess));
  await app.close();
  const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length;
  expect([count(400), count(429)]).toEqual([20, 5]);
});
