import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  endOfPeriod,
  endPeriod,
  fetchPage,
  openSandboxPlans,
  planPrices,
  submitChoice,
} from "../../../testing/payments/simulated-plans.ts";

let plans: Awaited<ReturnType<typeof openSandboxPlans>>;

beforeAll(async () => {
  plans = await openSandboxPlans();
});
afterAll(() => plans.program.close());

const day = 24 * 60 * 60;

describe("the checkout of a subscription", () => {
  it("shows price, interval and how to cancel", async () => {
    const { text } = await fetchPage((await plans.openPlan("MONTH")).url);
    expect(text).toContain("This is a sandbox. No money moves");
    expect(text).toContain("US$ 10.00 each month");
    expect(text).toContain("Cancel anytime on your plan’s page in Wrapsody");
    expect((await fetchPage((await plans.openPlan("YEAR")).url)).text).toContain("US$ 96.00 each year");
    const spanish = await fetchPage((await plans.openPlan("YEAR")).url, "es");
    expect(spanish.text).toContain("96,00 US$ cada año");
    expect(spanish.text).toContain("Cancela cuando quieras");
  });

  it.each(["accept", "leave", "late", "twice", "disorder"])(
    "begins paid when one pays in the manner %s, with the bill of its first period",
    async (manner) => {
      const { url, reference } = await plans.openPlan();
      const startedAt = plans.now();
      expect((await submitChoice(url, manner)).status).toBe(303);
      expect(await plans.shop.runDueJobs()).toEqual([]);
      expect(await plans.shop.runDelayedJobs()).toEqual([]);
      expect(await plans.shop.listHandlerCalls(reference)).toContain("paid");
      const until = endOfPeriod(startedAt, "MONTH", startedAt);
      const terms = await plans.readSubscription(reference);
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
          from: startedAt,
          until,
          createdAt: startedAt,
          paidAt: startedAt,
        },
      ]);
      expect(await plans.readStored(reference)).toEqual({
        paid_until: until.toISOString(),
        is_ended: false,
        status: "PAID",
        bills: ["PAID"],
      });
    },
  );

  it("starts nothing while the card is declined or the checkout is abandoned", async () => {
    const { url, reference, purchase } = await plans.openPlan();
    await submitChoice(url, "decline");
    expect(await submitChoice(url, "cancel")).toMatchObject({ status: 303, to: purchase.cancelUrl });
    expect(await plans.readCheckout(reference)).toMatchObject({ checkout: "OPEN", subscription: null });
    plans.program.context.clock.move(31 * 60);
    expect(await plans.shop.runJob("watch-payments")).toEqual([]);
    expect(await plans.readCheckout(reference)).toMatchObject({ checkout: "CLOSED", subscription: null });
    expect((await submitChoice(url, "accept")).text).toContain("This checkout is closed");
    expect(await plans.readCheckout(reference)).toMatchObject({ checkout: "CLOSED", subscription: null });
  });

  it("starts once under concurrent payments", { retry: 0 }, async () => {
    const { url, reference } = await plans.openPlan();
    await Promise.all([submitChoice(url, "accept"), submitChoice(url, "twice"), submitChoice(url, "leave")]);
    expect(await plans.readStored(reference)).toMatchObject({ bills: ["PAID"] });
    expect((await plans.readSubscription(reference)).invoices).toHaveLength(1);
  });

  it("ends when its first payment is refunded, once under repeated requests", { retry: 0 }, async () => {
    const { reference, id, billing } = await plans.subscribe();
    await endPeriod(billing);
    const { id: paymentId } = await plans.shop.readPayment(reference);
    const facts = await plans.readCheckout(reference);
    const request = {
      paymentId,
      intentId: facts.intentId ?? "",
      amountCents: 1_000,
      attempt: 1,
      isShared: false,
      subscriptionId: id,
    };
    const outcomes = [
      plans.provider.refundPayment(request),
      plans.provider.refundPayment(request),
      plans.provider.cancelSubscription(id),
    ];
    expect((await Promise.all(outcomes)).slice(0, 2)).toEqual(["DONE", "DONE"]);
    const { refundedCents, subscription } = await plans.readCheckout(reference);
    expect([refundedCents, subscription?.status, subscription?.next]).toEqual([1_000, "ENDED", null]);
    expect(subscription?.paidUntil).toEqual(plans.now());
    expect(subscription?.invoices.map((bill) => bill.refundedCents)).toEqual([0, 1_000]);
    expect(await plans.readStored(reference)).toMatchObject({ is_ended: true });
  });

  it("is refunded and cancelled if it cannot be fulfilled", async () => {
    const { url, reference } = await plans.openPlan();
    plans.shop.shop.isSoldOut = true;
    await submitChoice(url, "accept");
    expect(await plans.shop.runDueJobs()).toEqual([]);
    plans.shop.shop.isSoldOut = false;
    expect(await plans.readCheckout(reference)).toMatchObject({
      refundedCents: 1_000,
      subscription: { status: "ENDED" },
    });
    expect(await plans.readStored(reference)).toMatchObject({ is_ended: true });
  });

  it("reuses the customer, whose billing page shows all subscriptions", async () => {
    const { customerId, reference, billing } = await plans.subscribe();
    const { session_id } = await plans.shop.readPayment(reference);
    const request = {
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
    const { url, sessionId } = await plans.provider.openCheckout(request);
    expect(await plans.provider.openCheckout(request)).toEqual({ url, sessionId });
    await submitChoice(url, "accept");
    const { text } = await fetchPage(billing);
    expect(text).toContain("US$ 10.00 each month");
    expect(text).toContain("US$ 96.00 each year");
    const listed = new Map<string, string | undefined>();
    for await (const { sessionId: listedId, readSnapshot } of plans.provider.listCheckouts(new Date(0)))
      listed.set(listedId, (await readSnapshot())?.subscription?.customerId);
    expect([listed.get(sessionId), listed.get(session_id)]).toEqual([customerId, customerId]);
  });
});

describe("the renewal of a sandbox subscription", () => {
  it("takes effect when the period ends, and charges nothing before", async () => {
    const { billing, reference, id } = await plans.subscribe();
    const before = await plans.readSubscription(reference);
    await Promise.all([
      plans.provider.setRenewal(id, planPrices.YEAR),
      plans.provider.setRenewal(id, planPrices.YEAR),
    ]);
    const { next, ...rest } = await plans.readSubscription(reference);
    expect(next).toEqual({ amountCents: 9_600, period: "YEAR" });
    expect({ ...rest, next: before.next }).toEqual(before);
    expect((await fetchPage(billing)).text).toContain("US$ 96.00 each year");
    await endPeriod(billing);
    const after = await plans.readSubscription(reference);
    expect(after).toMatchObject({ period: "YEAR", next: { amountCents: 9_600, period: "YEAR" } });
    expect(after.paidUntil).toEqual(endOfPeriod(before.paidUntil, "YEAR", plans.now()));
    expect(after.invoices[0]).toMatchObject({ amountCents: 9_600, period: "YEAR" });
    expect((await fetchPage(billing)).text).toContain("Premium, paid yearly");
  });

  it("is removed by cancelling, and restored by resuming in time", async () => {
    const { billing, reference, id } = await plans.subscribe();
    await plans.provider.setRenewal(id, null);
    await plans.provider.setRenewal(id, null);
    expect(await plans.readSubscription(reference)).toMatchObject({ status: "PAID", next: null });
    expect((await fetchPage(billing)).text).toContain("Ends without another charge");
    await plans.provider.setRenewal(id, planPrices.MONTH);
    expect(await plans.readSubscription(reference)).toMatchObject({
      next: { amountCents: 1_000, period: "MONTH" },
    });
    await plans.provider.setRenewal(id, null);
    const { message, text } = await endPeriod(billing);
    expect(message).toBe("ENDED");
    expect(text).toContain("You won’t be charged again");
    await plans.provider.setRenewal(id, planPrices.MONTH);
    const ended = await plans.readSubscription(reference);
    expect(ended).toMatchObject({ status: "ENDED", next: null, paidUntil: plans.now() });
    expect(ended.invoices).toHaveLength(1);
    expect(await plans.readStored(reference)).toMatchObject({
      status: "ENDED",
      is_ended: true,
      bills: ["PAID"],
    });
  });

  it("leaves an open invoice as it is and applies after it", async () => {
    const { billing, reference, id } = await plans.subscribe();
    await submitChoice(billing, "declines");
    await endPeriod(billing);
    await plans.provider.setRenewal(id, planPrices.YEAR);
    await submitChoice(billing, "accepted");
    expect((await endPeriod(billing)).message).toBe("PAID");
    const paid = await plans.readSubscription(reference);
    expect(paid).toMatchObject({ period: "MONTH", next: { amountCents: 9_600, period: "YEAR" } });
    expect(paid.invoices[0]).toMatchObject({ amountCents: 1_000, state: "PAID" });
    await endPeriod(billing);
    expect((await plans.readSubscription(reference)).invoices[0]).toMatchObject({
      amountCents: 9_600,
      period: "YEAR",
    });
  });

  it("ends an unpaid subscription immediately when cancelled", async () => {
    const { billing, reference, id } = await plans.subscribe();
    await submitChoice(billing, "declines");
    await endPeriod(billing);
    await plans.provider.setRenewal(id, null);
    const terms = await plans.readSubscription(reference);
    expect(terms.status).toBe("ENDED");
    expect(terms.invoices.map(({ state }) => state)).toEqual(["VOID", "PAID"]);
  });

  it("ends immediately on request, once", { retry: 0 }, async () => {
    const { reference, id } = await plans.subscribe();
    await Promise.all([plans.provider.cancelSubscription(id), plans.provider.cancelSubscription(id)]);
    const { status, paidUntil, invoices } = await plans.readSubscription(reference);
    expect([status, paidUntil, invoices.map(({ refundedCents }) => refundedCents)]).toEqual([
      "ENDED",
      plans.now(),
      [0],
    ]);
    expect(await plans.readStored(reference)).toMatchObject({ is_ended: true });
    expect((await plans.listEvents(reference)).filter((type) => type.endsWith("deleted"))).toHaveLength(1);
  });

  it("happens automatically as time passes", async () => {
    const [good, bad, cancelled] = [
      await plans.subscribe(),
      await plans.subscribe(),
      await plans.subscribe(),
    ];
    await submitChoice(bad.billing, "declines");
    await plans.provider.setRenewal(cancelled.id, null);
    const { paidUntil } = await plans.readSubscription(good.reference);
    plans.program.context.clock.move((paidUntil.getTime() - plans.now().getTime()) / 1000 + day);
    expect(await plans.shop.runJob("watch-payments")).toEqual([]);
    const renewed = await plans.readSubscription(good.reference);
    const until = endOfPeriod(paidUntil, "MONTH", renewed.invoices[1]?.from ?? paidUntil);
    expect(renewed).toMatchObject({ status: "PAID", paidUntil: until });
    expect(renewed.invoices[0]).toMatchObject({ from: paidUntil, until, createdAt: paidUntil });
    expect(await plans.readSubscription(bad.reference)).toMatchObject({ status: "UNPAID", paidUntil });
    expect(await plans.readSubscription(cancelled.reference)).toMatchObject({ status: "ENDED", paidUntil });
    expect(await plans.readStored(good.reference)).toMatchObject({ paid_until: until.toISOString() });
    plans.program.context.clock.move(6 * day);
    expect(await plans.readSubscription(bad.reference)).toMatchObject({ status: "ENDED", paidUntil });
    expect(await plans.readStored(bad.reference)).toMatchObject({
      status: "ENDED",
      is_ended: true,
      bills: ["PAID", "VOID"],
    });
    plans.program.context.clock.move(70 * day);
    expect((await plans.readSubscription(good.reference)).invoices).toHaveLength(4);
  });
});
