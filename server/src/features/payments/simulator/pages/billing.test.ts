import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  endOfPeriod,
  endPeriod,
  fetchPage,
  openSandboxPlans,
  readHiddenFields,
  submitChoice,
} from "../../../../testing/payments/simulated-plans.ts";

let plans: Awaited<ReturnType<typeof openSandboxPlans>>;

beforeAll(async () => {
  plans = await openSandboxPlans();
});
afterAll(() => plans.program.close());

describe("the sandbox's billing page", () => {
  it("identifies itself as a sandbox, shows the plan, runs no scripts and is not cached", async () => {
    const { billing } = await plans.subscribe("YEAR");
    const { status, headers, text } = await fetchPage(billing);
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(text).toContain("This is a sandbox. No money moves");
    expect(text).toContain("Premium, paid yearly");
    expect(text).toContain("US$ 96.00 each year");
    expect(text).toContain("This button saves you the wait");
    expect(text).toContain(`href="${plans.program.url}/my/subscription"`);
    expect(text).not.toContain("<script");
    expect((await fetchPage(billing, "es")).text).toContain("Acabar el período ahora");
  });

  it("stores the chosen card and shows which it is", async () => {
    const { billing } = await plans.subscribe();
    const onFile = async () =>
      /value="(accepted|declines)" aria-current="true"/.exec((await fetchPage(billing)).text)?.[1];
    expect(await onFile()).toBe("accepted");
    const { status, to } = await submitChoice(billing, "declines");
    expect([status, new URL(to ?? "", plans.program.url).searchParams.get("told")]).toEqual([303, "card"]);
    expect(await onFile()).toBe("declines");
    await submitChoice(billing, "accepted");
    expect(await onFile()).toBe("accepted");
  });

  it("answers 404 for an unknown customer and 400 for an unknown choice", async () => {
    const unknownCustomer = `${plans.program.url}/sandbox/billing/cus_nobody`;
    expect((await fetchPage(unknownCustomer)).status).toBe(404);
    expect((await submitChoice(unknownCustomer, "declines")).status).toBe(404);
    expect((await fetchPage(`${plans.program.url}/sandbox/billing/%00`)).status).toBe(404);
    const { billing, reference } = await plans.subscribe();
    expect((await submitChoice(billing, "nonsense")).status).toBe(400);
    const stranger = await plans.subscribe();
    const { to } = await submitChoice(billing, "move", await readHiddenFields(stranger.billing));
    expect(to).toContain("told=moved");
    expect((await submitChoice(billing, "move")).to).toContain("told=moved");
    expect((await plans.readSubscription(stranger.reference)).invoices).toHaveLength(1);
    expect((await plans.readSubscription(reference)).invoices).toHaveLength(1);
  });

  it.each([
    "https://elsewhere.example/",
    "//elsewhere.example",
    "javascript:alert(1)",
    "HOST@elsewhere.example/",
    "HOST.elsewhere.example/",
    "",
  ])("leads back to this site, not to %s", async (hostile) => {
    const { billing } = await plans.subscribe();
    const url = new URL(billing);
    url.searchParams.set("back", hostile.replace("HOST", plans.program.url));
    const { text } = await fetchPage(url.href);
    expect([...text.matchAll(/href="([^"]*)"/g)].map(([, href]) => href).at(-1)).toBe(plans.program.url);
    expect(text).not.toContain("elsewhere.example");
    const { to } = await submitChoice(url.href, "declines");
    expect(new URL(to ?? "", plans.program.url).origin).toBe(plans.program.url);
  });

  it("renews at the next price when the period ends", async () => {
    const { billing, reference } = await plans.subscribe();
    const first = await plans.readSubscription(reference);
    const { message, text } = await endPeriod(billing);
    expect(message).toBe("PAID");
    expect(text).toContain("the next period has started");
    const second = await plans.readSubscription(reference);
    const until = endOfPeriod(first.paidUntil, "MONTH", plans.now());
    expect(second).toMatchObject({ status: "PAID", paidUntil: until });
    expect(second.invoices.map(({ number }) => number?.slice(-5))).toEqual(["-0002", "-0001"]);
    expect(second.invoices[0]).toMatchObject({
      state: "PAID",
      from: first.paidUntil,
      until,
      paidAt: plans.now(),
    });
    expect(await plans.readStored(reference)).toEqual({
      paid_until: until.toISOString(),
      is_ended: false,
      status: "PAID",
      bills: ["PAID", "PAID"],
    });
    const events = [
      "checkout.session.completed",
      "invoice.created",
      "invoice.paid",
      "customer.subscription.updated",
    ];
    expect((await plans.listEvents(reference)).sort()).toEqual(events.sort());
  });

  it("leaves an invoice open when the card is declined, and pays it once the card is accepted", async () => {
    const { billing, reference } = await plans.subscribe();
    const { paidUntil } = await plans.readSubscription(reference);
    await submitChoice(billing, "declines");
    expect((await endPeriod(billing)).message).toBe("UNPAID");
    const unpaid = await plans.readSubscription(reference);
    expect(unpaid).toMatchObject({ status: "UNPAID", paidUntil: plans.now(), period: "MONTH" });
    expect(unpaid.invoices[0]).toMatchObject({ state: "OPEN", amountCents: 1_000, paidAt: null });
    expect(await plans.readStored(reference)).toMatchObject({
      status: "UNPAID",
      is_ended: false,
      bills: ["PAID", "OPEN"],
    });
    const events = await plans.listEvents(reference);
    expect(events).toContain("invoice.payment_failed");
    expect((await fetchPage(billing)).text).toContain("Retry the card now");
    await submitChoice(billing, "accepted");
    expect((await endPeriod(billing)).message).toBe("PAID");
    const paid = await plans.readSubscription(reference);
    expect(paid).toMatchObject({ status: "PAID", paidUntil: endOfPeriod(paidUntil, "MONTH", plans.now()) });
    expect(await plans.readStored(reference)).toMatchObject({ status: "PAID", bills: ["PAID", "PAID"] });
  });

  it("ends after the third declined charge and voids the invoice", async () => {
    const { billing, reference } = await plans.subscribe();
    await submitChoice(billing, "declines");
    const messages = [];
    for (let tries = 0; tries < 3; tries += 1) messages.push((await endPeriod(billing)).message);
    expect(messages).toEqual(["UNPAID", "UNPAID", "ENDED"]);
    const terms = await plans.readSubscription(reference);
    expect(terms).toMatchObject({ status: "ENDED", next: null, paidUntil: plans.now() });
    expect(terms.invoices.map(({ state }) => state)).toEqual(["VOID", "PAID"]);
    expect(await plans.readStored(reference)).toMatchObject({
      status: "ENDED",
      is_ended: true,
      bills: ["PAID", "VOID"],
    });
    const { text } = await fetchPage(billing);
    expect(text).toContain("Ended on");
    expect(text).not.toContain("<form");
  });

  it("counts the attempts of each invoice separately", async () => {
    const { billing, reference } = await plans.subscribe();
    for (const card of ["declines", "accepted", "declines", "accepted"]) {
      await submitChoice(billing, card);
      await endPeriod(billing);
    }
    expect((await plans.readSubscription(reference)).status).toBe("PAID");
    await submitChoice(billing, "declines");
    expect((await endPeriod(billing)).message).toBe("UNPAID");
    expect((await endPeriod(billing)).message).toBe("UNPAID");
  });

  it("ends a period once under concurrent or outdated requests", { retry: 0 }, async () => {
    const { billing, reference } = await plans.subscribe();
    const fields = await readHiddenFields(billing);
    const endPeriodAgain = () => submitChoice(billing, "move", fields);
    const tos = (await Promise.all([endPeriodAgain(), endPeriodAgain(), endPeriodAgain()])).map(
      ({ to }) => to?.split("told=")[1],
    );
    expect(tos.sort()).toEqual(["PAID", "moved", "moved"]);
    expect((await endPeriodAgain()).to).toContain("told=moved");
    expect((await fetchPage(`${billing}&told=moved`)).text).toContain("so nothing was done");
    expect((await plans.readSubscription(reference)).invoices).toHaveLength(2);
  });
});

describe("the sandbox's invoice page", () => {
  async function billOf(reference: string) {
    const [bill] = (await plans.readSubscription(reference)).invoices;
    const url = await plans.provider.findInvoiceUrl(bill?.id ?? "");
    return { bill, url: url ?? "" };
  }

  it("shows number, item, period, amount and state", async () => {
    const { reference, billing } = await plans.subscribe();
    const { url, bill } = await billOf(reference);
    const { status, text } = await fetchPage(url);
    expect(status).toBe(200);
    expect(text).toContain(`<h1>Invoice <span class="whole">${bill?.number}</span></h1>`);
    for (const expectedText of ["Premium, paid monthly", "$10.00", "Paid on", "This is a sandbox"])
      expect(text).toContain(expectedText);
    const long = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
    expect(text).toContain(`${long.format(bill?.from)} to ${long.format(bill?.until)}`);
    expect(text).not.toContain("<form");
    expect((await fetchPage(url, "es")).text).toContain("Factura SBX-");
    expect((await fetchPage(billing)).text).toContain(new URL(url).pathname);
  });

  it("pays an open invoice, once, whichever card is on file", { retry: 0 }, async () => {
    const { reference, billing } = await plans.subscribe();
    await submitChoice(billing, "declines");
    await endPeriod(billing);
    const { url } = await billOf(reference);
    expect((await fetchPage(url)).text).toContain("Pay this invoice");
    expect((await submitChoice(url, "nonsense")).status).toBe(400);
    const pressed = await Promise.all([submitChoice(url, "pay"), submitChoice(url, "pay")]);
    expect(pressed.map(({ status, to }) => [status, to])).toEqual([
      [303, new URL(url).pathname],
      [303, new URL(url).pathname],
    ]);
    expect((await fetchPage(url)).text).not.toContain("Pay this invoice");
    expect(await plans.readSubscription(reference)).toMatchObject({ status: "PAID" });
    expect(await plans.readStored(reference)).toMatchObject({
      status: "PAID",
      is_ended: false,
      bills: ["PAID", "PAID"],
    });
    expect((await plans.listEvents(reference)).filter((type) => type === "invoice.paid")).toHaveLength(1);
  });

  it("offers no payment for a void or refunded invoice", async () => {
    const { reference, billing, id } = await plans.subscribe();
    const first = await billOf(reference);
    await submitChoice(billing, "declines");
    await endPeriod(billing);
    const second = await billOf(reference);
    await plans.provider.cancelSubscription(id);
    const { text } = await fetchPage(second.url);
    expect(text).toContain("Void");
    expect(text).not.toContain("<form");
    await submitChoice(second.url, "pay");
    expect((await plans.readSubscription(reference)).invoices[0]).toMatchObject({
      state: "VOID",
      paidAt: null,
    });
    await plans.shop.refund(reference);
    expect(await plans.shop.runDueJobs()).toEqual([]);
    expect((await fetchPage(first.url)).text).toContain("Refunded");
  });

  it("answers 404 for an unknown invoice", async () => {
    expect(await plans.provider.findInvoiceUrl("in_unknown")).toBeUndefined();
    const url = `${plans.program.url}/sandbox/invoice/in_unknown`;
    expect((await fetchPage(url)).status).toBe(404);
    expect((await submitChoice(url, "pay")).status).toBe(404);
    expect((await fetchPage(url)).text).toContain("Invoice not found");
  });

  it("has a unique invoice number", { retry: 0 }, async () => {
    const subscriptions = await Promise.all([1, 2, 3].map(() => plans.subscribe()));
    await Promise.all(subscriptions.map(({ billing }) => endPeriod(billing)));
    const terms = await Promise.all(subscriptions.map(({ reference }) => plans.readSubscription(reference)));
    const numbers = terms.flatMap(({ invoices }) => invoices.map(({ number }) => number));
    expect(new Set(numbers).size).toBe(6);
    for (const number of numbers) expect(number).toMatch(/^SBX-\d{4}-000[12]$/);
  });
});
