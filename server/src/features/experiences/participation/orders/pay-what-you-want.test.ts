import { pricingTexts } from "@wrapsody/shared/payments/pricing.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { grid, wallets } from "../../../../testing/chain/minting.ts";
import type { Publisher, Sent } from "../../../../testing/fixtures/campaigns.ts";
import { bearer, type Person } from "../../../../testing/fixtures/people.ts";
import { type CheckoutApi, openCheckoutApi } from "../../../../testing/payments/paid-orders.ts";

let api: CheckoutApi;
let publisher: Publisher;
let song: number;
let fan: Person;
beforeAll(async () => {
  api = await openCheckoutApi();
  publisher = await api.addPublisher();
  song = await api.addPublicWrap(publisher);
  fan = await api.join();
});
afterAll(() => api.close());

const [wallet = "", second = "", third = ""] = wallets(3, 92_000);
const terms = { pricing: "PAY_WHAT_YOU_WANT", cost_per_nft: "5", suggested_price: "8" };
const addCampaign = (fields: Sent) =>
  api.addActiveCampaign(publisher, song, { ...terms, ...fields }, grid(4, 4));
const order = (id: number, price: object, of = wallet, person: Person = fan) =>
  api.createOrder(person, id, of, {}, price);
const amountProblem = async (answer: ReturnType<typeof order>) => {
  const { status, json } = await answer;
  expect(status).toBe(400);
  expect(json.errors).toHaveLength(1);
  expect(json.errors[0].field).toBe("amount");
  return json.errors[0].message;
};
const edit = (id: number, form: Sent) => api.patchCampaign(publisher, id, form);

describe("an experience where fans pay what they want", () => {
  it("shows its minimum and suggestion, and keeps the chosen amount with the order, its fee and its points", async () => {
    const id = await addCampaign({ reward_points: "7" });
    expect((await api.call("GET", `drop/${id}`, {})).json.body).toMatchObject({
      pricing: "PAY_WHAT_YOU_WANT",
      cost_per_nft: 5,
      suggested_price: 8,
    });
    const before = await api.getPoints(fan, song);
    const { page, exposedId } = await api.placeOrder(fan, id, wallet, { amount: 21.37 });
    expect((await api.listOrders(id))[0]).toMatchObject({ total_cents: 2137, fee_cents: 150 });
    const confirmed = await api.confirmOrder(await api.pay(page));
    expect(confirmed.json.body.order).toMatchObject({ exposed_id: exposedId, total: 21.37 });
    expect(await api.getPoints(fan, song)).toBe(before + 7);
    expect((await api.listReceipts(fan)).at(-1)?.text).toContain("Total paid: $21.37");
    const [, earned] = await Promise.all([
      order(id, { amount: "5.00" }, second),
      api.call("GET", "my/earnings/orders", bearer(publisher.token)),
    ]);
    expect(JSON.stringify(earned.json.body)).toContain("2137");
    expect((await api.listOrders(id)).at(-1)).toMatchObject({ total_cents: 500, fee_cents: 35 });
  });

  it("takes the minimum from callers that name no amount, and nothing below it", async () => {
    const id = await addCampaign({});
    expect(await amountProblem(order(id, { amount: 4.99 }))).toBe("Please enter at least 5.00.");
    expect(await amountProblem(order(id, { amount: 0 }))).toBe("Please enter at least 5.00.");
    expect(await amountProblem(order(id, { amount: "much" }))).toBe(pricingTexts.amount);
    expect(await amountProblem(order(id, { amount: "" }))).toBe(pricingTexts.amount);
    expect(await amountProblem(order(id, { amount: -5 }))).toBe(pricingTexts.amount);
    expect(await amountProblem(order(id, { amount: 5.005 }))).toBe(pricingTexts.decimals);
    expect(await amountProblem(order(id, { amount: 10_000.01 }))).toBe("Please enter at most 10000.");
    expect(await api.listOrders(id)).toEqual([]);
    expect((await order(id, {})).status).toBe(200);
    expect((await api.listOrders(id))[0]?.total_cents).toBe(500);
    expect((await order(id, { amount: 10_000 }, second)).status).toBe(200);
  });

  it("is free for 0 where that is the minimum, and takes nothing that a card cannot pay", async () => {
    const id = await addCampaign({ cost_per_nft: "0", suggested_price: "3" });
    expect(await amountProblem(order(id, { amount: 0.2 }))).toBe(pricingTexts.cardMinimum);
    const free = await order(id, { amount: 0 });
    const [{ exposed_id }] = (await api.listOwnOrders(fan, id)) as [{ exposed_id: string }];
    const code = new URL(free.json.body.redirect).searchParams.get("c") ?? "";
    expect((await api.confirmOrder({ orderId: exposed_id, code })).json.body.order.total).toBe(0);
    const { page } = await api.placeOrder(fan, id, second, { amount: "0.50" });
    expect((await api.confirmOrder(await api.pay(page))).json.body.order.total).toBe(0.5);
  });

  it("keeps the amount of an open order: another amount needs another wallet, or a cancellation", async () => {
    const id = await addCampaign({});
    const { exposedId } = await api.placeOrder(fan, id, wallet, { amount: 6 });
    expect(await amountProblem(order(id, { amount: 9 }))).toBe(pricingTexts.openOrder);
    expect((await order(id, {})).status).toBe(200);
    expect((await order(id, { amount: 6 })).status).toBe(200);
    expect(await api.listOrders(id)).toHaveLength(1);
    expect((await api.cancelOrder(fan, exposedId)).status).toBe(200);
    const twice = await Promise.all([order(id, { amount: 9 }), order(id, { amount: 9 })]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect((await api.listOrders(id)).map(({ total_cents }) => total_cents)).toEqual([600, 900]);
  });

  it("gives two amounts for the same wallet at the same instant one order", { retry: 0 }, async () => {
    const id = await addCampaign({});
    const both = await Promise.all([order(id, { amount: 6 }, third), order(id, { amount: 7 }, third)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await api.listOrders(id)).toHaveLength(1);
  });
});

describe("a fixed price", () => {
  it("refuses another amount, and takes its own", async () => {
    const id = await api.addActiveCampaign(publisher, song, { cost_per_nft: "12" }, grid(3, 3));
    expect((await api.call("GET", `drop/${id}`, {})).json.body).toMatchObject({
      pricing: "FIXED",
      suggested_price: null,
    });
    expect(await amountProblem(order(id, { amount: 1 }))).toBe("The price is 12.00.");
    expect((await order(id, { amount: 12 })).status).toBe(200);
  });
});

describe("the form of an experience", () => {
  const create = (fields: Sent) => api.createCampaign(publisher, song, fields);

  it("needs a suggestion of at least the minimum, and keeps none for a fixed price", async () => {
    const id = await create({ name: "Priced", cost_per_nft: "5" });
    const wrong = async (payload: Sent) => (await edit(id, payload)).json.errors;
    expect(await wrong({ pricing: "PAY_WHAT_YOU_WANT" })).toEqual([
      { field: "suggested_price", message: "Required" },
    ]);
    expect(await wrong({ pricing: "PAY_WHAT_YOU_WANT", suggested_price: "4" })).toEqual([
      { field: "suggested_price", message: pricingTexts.minimumFirst },
    ]);
    expect(await wrong({ pricing: "PAY_WHAT_YOU_WANT", suggested_price: "5", cost_per_nft: "0.3" })).toEqual([
      { field: "cost_per_nft", message: pricingTexts.cardMinimum },
    ]);
    expect(
      await wrong({ pricing: "PAY_WHAT_YOU_WANT", suggested_price: "5", cost_per_nft: "20000" }),
    ).toHaveLength(2);
    expect((await edit(id, { pricing: "PAY_WHAT_YOU_WANT", suggested_price: "6" })).json.body).toMatchObject({
      pricing: "PAY_WHAT_YOU_WANT",
      cost_per_nft: 5,
      suggested_price: 6,
    });
    expect((await edit(id, { pricing: "FIXED" })).json.body.suggested_price).toBeNull();
  });

  it("locks the pricing on activation", async () => {
    const id = await addCampaign({});
    const { status, json } = await edit(id, { pricing: "FIXED" });
    expect(status).toBe(409);
    expect(json.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      "pricing",
      "suggested_price",
    ]);
    const { rows } = await sql<{ pricing: string }>`select pricing from campaign where id = ${id}`.execute(
      api.context.db,
    );
    expect(rows[0]?.pricing).toBe("PAY_WHAT_YOU_WANT");
  });
});
