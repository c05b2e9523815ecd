import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  choose,
  endOfPeriod,
  moveOn,
  openSandboxPlans,
  page,
  planPrices,
} from "../../../testing/payments/simulated-plans.ts";

let plans: Awaited<ReturnType<typeof openSandboxPlans>>;

beforeAll(async () => {
  plans = await openSandboxPlans();
});
afterAll(() => plans.program.close());

const day = 24 * 60 * 60;

describe("the checkout of a subscription", () => {
  it("shows price, interval and how to cancel", async () => {
    const { text } = await page((await plans.opened("MONTH")).url);
    expect(text).toContain("This is a sandbox. No money moves");
    expect(text).toContain("US$ 10.00 each month");
    expect(text).toContain("Cancel anytime on your plan’s page in Wrapsody");
    expect((await page((await plans.opened("YEAR")).url)).text).toContain("US$ 96.00 each year");
    const spanish = await page((await plans.opened("YEAR")).url, "es");
    expect(spanish.text).toContain("96,00 US$ cada año");
    expect(spanish.text).toContain("Cancela cuando quieras");
  });

  it.each(["accept", "leave", "late", "twice", "disorder"])(
    "begins paid when one pays in the manner %s, with the bill of its first period",
    async (manner) => {
      const { url, reference } = await plans.opened();
      const begun = plans.now();
      expect((await choose(url, manner)).status).toBe(303);
      expect(await plans.shop.work()).toEqual([]);
      expect(await plans.shop.workAgain()).toEqual([]);
      expect(await plans.shop.told(reference)).toContain("paid");
      const until = endOfPeriod(begun, "MONTH", begun);
      const terms = await plans.termsOf(reference);
      expect(terms).toMatchObject({
        status: "PAID",
        period: "MONTH",
        paidUntil: until,
        next: { amountCents: 1_000, period: "MONTH" },
      });
      expect(terms.invoices).toEqual([
        {
          id: expect.stringMatching(/^in_/),
          number: expect.stringMatching(/^SBX-\d{4}-0001$/),
          amountCents: 1_000,
          refundedCents: 0,
          state: "PAID",
          period: "MONTH",
          from: begun,
          until,
          createdAt: begun,
          paidAt: begun,
        },
      ]);
      expect(await plans.known(reference)).toEqual({
        paid_until: until.toISOString(),
        is_ended: false,
        status: "PAID",
        bills: ["PAID"],
      });
    },
  );

  it("starts nothing while the card is declined or the checkout is abandoned", async () => {
    const { url, reference, purchase } = await plans.opened();
    await choose(url, "decline");
    expect(await choose(url, "cancel")).toMatchObject({ status: 303, to: purchase.cancelUrl });
    expect(await plans.factsOf(reference)).toMatchObject({ checkout: "OPEN", subscription: null });
    plans.program.context.clock.move(31 * 60);
    expect(await plans.shop.run("watch-payments")).toEqual([]);
    expect(await plans.factsOf(reference)).toMatchObject({ checkout: "CLOSED", subscription: null });
    expect((await choose(url, "accept")).text).toContain("This checkout is closed");
    expect(await plans.factsOf(reference)).toMatchObject({ checkout: "CLOSED", subscription: null });
  });

  it("starts once under concurrent payments", async () => {
    const { url, reference } = await plans.opened();
    await Promise.all([choose(url, "accept"), choose(url, "twice"), choose(url, "leave")]);
    expect(await plans.known(reference)).toMatchObject({ bills: ["PAID"] });
    expect((await plans.termsOf(reference)).invoices).toHaveLength(1);
  });

  it("ends when its first payment is refunded, once under repeated requests", async () => {
    const { reference, id, billing } = await plans.subscribed();
    await moveOn(billing);
    const { id: paymentId } = await plans.shop.kept(reference);
    const facts = await plans.factsOf(reference);
    const asked = {
      paymentId,
      intentId: facts.intentId ?? "",
      amountCents: 1_000,
      attempt: 1,
      isShared: false,
      subscriptionId: id,
    };
    const outcomes = [
      plans.provider.refundPayment(asked),
      plans.provider.refundPayment(asked),
      plans.provider.cancelSubscription(id),
    ];
    expect((await Promise.all(outcomes)).slice(0, 2)).toEqual(["DONE", "DONE"]);
    const { refundedCents, subscription } = await plans.factsOf(reference);
    expect([refundedCents, subscription?.status, subscription?.next]).toEqual([1_000, "ENDED", null]);
    expect(subscription?.paidUntil).toEqual(plans.now());
    expect(subscription?.invoices.map((bill) => bill.refundedCents)).toEqual([0, 1_000]);
    expect(await plans.known(reference)).toMatchObject({ is_ended: true });
  });

  it("is refunded and cancelled if it cannot be fulfilled", async () => {
    const { url, reference } = await plans.opened();
    plans.shop.shop.isSoldOut = true;
    await choose(url, "accept");
    expect(await plans.shop.work()).toEqual([]);
    plans.shop.shop.isSoldOut = false;
    expect(await plans.factsOf(reference)).toMatchObject({
      refundedCents: 1_000,
      subscription: { status: "ENDED" },
    });
    expect(await plans.known(reference)).toMatchObject({ is_ended: true });
  });

  it("reuses the customer, whose billing page shows all subscriptions", async () => {
    const { customerId, reference, billing } = await plans.subscribed();
    const { session_id } = await plans.shop.kept(reference);
    const asked = {
      ...planPrices.YEAR,
      paymentId: crypto.randomUUID(),
      platformFeeCents: 9_600,
      destination: null,
      customerId,
      email: "payer@wrapsody.example",
      expiresAt: new Date(plans.now().getTime() + 600_000),
      successUrl: `${plans.program.url}/ok`,
      cancelUrl: `${plans.program.url}/no`,
    };
    const { url, sessionId } = await plans.provider.openCheckout(asked);
    expect(await plans.provider.openCheckout(asked)).toEqual({ url, sessionId });
    await choose(url, "accept");
    const { text } = await page(billing);
    expect(text).toContain("US$ 10.00 each month");
    expect(text).toContain("US$ 96.00 each year");
    const listed = new Map<string, string | undefined>();
    for await (const { sessionId: one, readSnapshot } of plans.provider.listCheckouts(new Date(0)))
      listed.set(one, (await readSnapshot())?.subscription?.customerId);
    expect([listed.get(sessionId), listed.get(session_id)]).toEqual([customerId, customerId]);
  });
});

describe("the renewal of a sandbox subscription", () => {
  it("takes effect when the period ends, and charges nothing before", async () => {
    const { billing, reference, id } = await plans.subscribed();
    const before = await plans.termsOf(reference);
    await Promise.all([
      plans.provider.setRenewal(id, planPrices.YEAR),
      plans.provider.setRenewal(id, planPrices.YEAR),
    ]);
    const { next, ...rest } = await plans.termsOf(reference);
    expect(next).toEqual({ amountCents: 9_600, period: "YEAR" });
    expect({ ...rest, next: before.next }).toEqual(before);
    expect((await page(billing)).text).toContain("US$ 96.00 each year");
    await moveOn(billing);
    const after = await plans.termsOf(reference);
    expect(after).toMatchObject({ period: "YEAR", next: { amountCents: 9_600, period: "YEAR" } });
    expect(after.paidUntil).toEqual(endOfPeriod(before.paidUntil, "YEAR", plans.now()));
    expect(after.invoices[0]).toMatchObject({ amountCents: 9_600, period: "YEAR" });
    expect((await page(billing)).text).toContain("Premium, paid yearly");
  });

  it("is removed by cancelling, and restored by resuming in time", async () => {
    const { billing, reference, id } = await plans.subscribed();
    await plans.provider.setRenewal(id, null);
    await plans.provider.setRenewal(id, null);
    expect(await plans.termsOf(reference)).toMatchObject({ status: "PAID", next: null });
    expect((await page(billing)).text).toContain("Ends without another charge");
    await plans.provider.setRenewal(id, planPrices.MONTH);
    expect(await plans.termsOf(reference)).toMatchObject({ next: { amountCents: 1_000, period: "MONTH" } });
    await plans.provider.setRenewal(id, null);
    const { told, text } = await moveOn(billing);
    expect(told).toBe("ENDED");
    expect(text).toContain("You won’t be charged again");
    await plans.provider.setRenewal(id, planPrices.MONTH);
    const ended = await plans.termsOf(reference);
    expect(ended).toMatchObject({ status: "ENDED", next: null, paidUntil: plans.now() });
    expect(ended.invoices).toHaveLength(1);
    expect(await plans.known(reference)).toMatchObject({ status: "ENDED", is_ended: true, bills: ["PAID"] });
  });

  it("leaves an open invoice as it is and applies after it", async () => {
    const { billing, reference, id } = await plans.subscribed();
    await choose(billing, "declines");
    await moveOn(billing);
    await plans.provider.setRenewal(id, planPrices.YEAR);
    await choose(billing, "accepted");
    expect((await moveOn(billing)).told).toBe("PAID");
    const paid = await plans.termsOf(reference);
    expect(paid).toMatchObject({ period: "MONTH", next: { amountCents: 9_600, period: "YEAR" } });
    expect(paid.invoices[0]).toMatchObject({ amountCents: 1_000, state: "PAID" });
    await moveOn(billing);
    expect((await plans.termsOf(reference)).invoices[0]).toMatchObject({
      amountCents: 9_600,
      period: "YEAR",
    });
  });

  it("ends an unpaid subscription immediately when cancelled", async () => {
    const { billing, reference, id } = await plans.subscribed();
    await choose(billing, "declines");
    await moveOn(billing);
    await plans.provider.setRenewal(id, null);
    const terms = await plans.termsOf(reference);
    expect(terms.status).toBe("ENDED");
    expect(terms.invoices.map(({ state }) => state)).toEqual(["VOID", "PAID"]);
  });

  it("ends immediately on request, once", async () => {
    const { reference, id } = await plans.subscribed();
    await Promise.all([plans.provider.cancelSubscription(id), plans.provider.cancelSubscription(id)]);
    const { status, paidUntil, invoices } = await plans.termsOf(reference);
    expect([status, paidUntil, invoices.map(({ refundedCents }) => refundedCents)]).toEqual([
      "ENDED",
      plans.now(),
      [0],
    ]);
    expect(await plans.known(reference)).toMatchObject({ is_ended: true });
    expect((await plans.eventsOf(reference)).filter((type) => type.endsWith("deleted"))).toHaveLength(1);
  });

  it("happens automatically as time passes", async () => {
    const [good, bad, cancelled] = [
      await plans.subscribed(),
      await plans.subscribed(),
      await plans.subscribed(),
    ];
    await choose(bad.billing, "declines");
    await plans.provider.setRenewal(cancelled.id, null);
    const { paidUntil } = await plans.termsOf(good.reference);
    plans.program.context.clock.move((paidUntil.getTime() - plans.now().getTime()) / 1000 + day);
    expect(await plans.shop.run("watch-payments")).toEqual([]);
    const renewed = await plans.termsOf(good.reference);
    const until = endOfPeriod(paidUntil, "MONTH", renewed.invoices[1]?.from ?? paidUntil);
    expect(renewed).toMatchObject({ status: "PAID", paidUntil: until });
    expect(renewed.invoices[0]).toMatchObject({ from: paidUntil, until, createdAt: paidUntil });
    expect(await plans.termsOf(bad.reference)).toMatchObject({ status: "UNPAID", paidUntil });
    expect(await plans.termsOf(cancelled.reference)).toMatchObject({ status: "ENDED", paidUntil });
    expect(await plans.known(good.reference)).toMatchObject({ paid_until: until.toISOString() });
    plans.program.context.clock.move(6 * day);
    expect(await plans.termsOf(bad.reference)).toMatchObject({ status: "ENDED", paidUntil });
    expect(await plans.known(bad.reference)).toMatchObject({
      status: "ENDED",
      is_ended: true,
      bills: ["PAID", "VOID"],
    });
    plans.program.context.clock.move(70 * day);
    expect((await plans.termsOf(good.reference)).invoices).toHaveLength(4);
  });
});
