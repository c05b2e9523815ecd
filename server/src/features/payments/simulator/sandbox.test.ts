import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../../platform/config/config.ts";
import { sql } from "../../../platform/database/database.ts";
import { type ListeningProgram, reserveAddress, startListening } from "../../../testing/http/listening.ts";
import { submitChoice } from "../../../testing/payments/simulated-plans.ts";
import { openShop } from "../../../testing/payments/stripe-shop.ts";

let program: ListeningProgram;
let shop: Awaited<ReturnType<typeof openShop>>;

beforeAll(async () => {
  program = await startListening(await reserveAddress());
  shop = await openShop(program.context);
});
afterAll(() => program.close());

async function openOrder() {
  const purchase = shop.buildPurchase();
  const { url } = await shop.openCheckout(purchase);
  return { purchase, reference: purchase.reference, url };
}

async function page(url: string, language = "en") {
  const answer = await fetch(url, { headers: { "accept-language": language } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

async function eventsOf(reference: string) {
  const { rows } = await sql<{ type: string }>`
    select e.type from payment_event e join payment p on p.id::text = e.told->>'paymentId'
    where p.reference = ${reference} order by e.id`.execute(program.context.db);
  return rows.map(({ type }) => type);
}

describe("the sandbox checkout", () => {
  it("identifies itself as a sandbox, shows the item, runs no scripts and is not cached", async () => {
    const { url } = await openOrder();
    const { status, headers, text } = await page(url);
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(text).toContain("This is a sandbox. No money moves");
    expect(text).toContain("Tide Tables");
    expect(text).toContain("$12.50");
    expect(text).not.toMatch(/<script|<input|c=once/);
    const [, style = ""] = /<style>(.*)<\/style>/s.exec(text) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    expect(headers.get("content-security-policy")).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; font-src 'self'; form-action 'self' ${program.url}; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect([headers.get("cache-control"), headers.get("referrer-policy")]).toEqual([
      "no-store",
      "no-referrer",
    ]);
  });

  it("speaks Spanish", async () => {
    const { url } = await openOrder();
    const { text } = await page(url, "es-ES,es");
    expect(text).toContain('<html lang="es">');
    expect(text).toContain("No se mueve dinero");
    expect(text).toContain("12,50");
  });

  it("is the same for the same order, also under concurrent calls", { retry: 0 }, async () => {
    const purchase = shop.buildPurchase();
    const [first, second] = await Promise.all([shop.openCheckout(purchase), shop.openCheckout(purchase)]);
    expect(first).toEqual(second);
    expect(await shop.openCheckout(purchase)).toEqual(first);
  });

  it("redirects back when the card is accepted, and sends a signed webhook", async () => {
    const { url, reference, purchase } = await openOrder();
    expect(await submitChoice(url, "accept")).toMatchObject({ status: 303, to: purchase.successUrl });
    expect(await shop.runDueJobs()).toEqual([]);
    expect(await eventsOf(reference)).toEqual(["checkout.session.completed"]);
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid"]);
    expect(await shop.readPayment(reference)).toMatchObject({ state: "PAID", provider_fee_cents: 66 });
    const repeated = await page(url);
    expect(repeated.text).toContain("This is paid in the sandbox");
    expect((await submitChoice(url, "accept")).text).toContain("This is paid in the sandbox");
    expect(await shop.runDueJobs()).toEqual([]);
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid"]);
  });

  it("charges nothing when the card is declined, and allows a retry", async () => {
    const { url, reference, purchase } = await openOrder();
    const { status, to } = await submitChoice(url, "decline");
    expect([status, to]).toEqual([303, `${new URL(url).pathname}?told=declined`]);
    const { text } = await page(`${url}?told=declined`);
    expect(text).toContain("The card was declined. Nothing was charged; choose again.");
    expect((await submitChoice(url, "nonsense")).status).toBe(400);
    expect(await shop.refreshState(reference)).toBe("OPEN");
    expect((await submitChoice(url, "accept")).to).toBe(purchase.successUrl);
    expect(await shop.refreshState(reference)).toBe("PAID");
  });

  it("redirects back unpaid when abandoned, and stays open until it expires", async () => {
    const { url, reference, purchase } = await openOrder();
    expect(await submitChoice(url, "cancel")).toMatchObject({ status: 303, to: purchase.cancelUrl });
    expect(await shop.refreshState(reference)).toBe("OPEN");
    program.context.clock.move(31 * 60);
    expect(await shop.runJob("watch-payments")).toEqual([]);
    expect(await shop.listHandlerCalls(reference)).toEqual(["expired"]);
    expect((await page(url)).text).toContain("This checkout is closed");
    expect((await submitChoice(url, "accept")).text).toContain("This checkout is closed");
    expect(await shop.refreshState(reference)).toBe("EXPIRED");
  });

  it("counts as paid although the browser was closed", async () => {
    const { url, reference } = await openOrder();
    const { status, to } = await submitChoice(url, "leave");
    expect([status, to]).toEqual([303, `${new URL(url).pathname}?told=left`]);
    const { text } = await page(`${url}?told=left`);
    expect(text).toContain("there’s no redirect");
    expect(text).not.toContain("<a ");
    expect(await shop.runDueJobs()).toEqual([]);
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid"]);
  });

  it("is found by a look-up before a late webhook, which then changes nothing", async () => {
    const { url, reference } = await openOrder();
    await submitChoice(url, "late");
    expect(await shop.runDueJobs()).toEqual([]);
    expect(await eventsOf(reference)).toEqual([]);
    expect(await shop.refreshState(reference)).toBe("PAID");
    expect(await shop.runDelayedJobs()).toEqual([]);
    expect(await eventsOf(reference)).toEqual(["checkout.session.completed"]);
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid"]);
  });

  it("is applied once if the webhook arrives twice", { retry: 0 }, async () => {
    const { url, reference } = await openOrder();
    await submitChoice(url, "twice");
    expect(await shop.runDueJobs()).toEqual([]);
    expect(await eventsOf(reference)).toEqual(["checkout.session.completed"]);
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid"]);
  });

  it("stays paid if an older webhook arrives after it", async () => {
    const { url, reference } = await openOrder();
    await submitChoice(url, "disorder");
    expect(await shop.runDueJobs()).toEqual([]);
    expect(await shop.runDelayedJobs()).toEqual([]);
    expect(await eventsOf(reference)).toEqual(["checkout.session.completed", "checkout.session.expired"]);
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid"]);
  });

  it("is paid once under concurrent payments", { retry: 0 }, async () => {
    const { url, reference } = await openOrder();
    await Promise.all([submitChoice(url, "accept"), submitChoice(url, "twice"), submitChoice(url, "leave")]);
    expect(await shop.runDueJobs()).toEqual([]);
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid"]);
  });

  it("refunds a sold-out order automatically", async () => {
    const { url, reference } = await openOrder();
    shop.shop.isSoldOut = true;
    await submitChoice(url, "accept");
    expect(await shop.runDueJobs()).toEqual([]);
    shop.shop.isSoldOut = false;
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid", "refunded"]);
    expect((await page(url)).text).toContain("was refunded");
  });

  it("is part of the daily reconciliation", async () => {
    const { url, reference } = await openOrder();
    await submitChoice(url, "late");
    expect(await shop.runJob("reconcile-payments")).toEqual([]);
    expect(await shop.listHandlerCalls(reference)).toEqual(["paid"]);
  });

  it("answers 404 for an unknown checkout", async () => {
    const url = `${program.url}/sandbox/checkout/cs_nothing`;
    expect((await page(url)).status).toBe(404);
    expect((await submitChoice(url, "accept")).status).toBe(404);
  });

  it("accepts only signed webhooks", async () => {
    const { reference } = await openOrder();
    const { id } = await shop.readPayment(reference);
    const object = { id: "x", object: "checkout.session", client_reference_id: id };
    const event = { id: "evt_forged", type: "checkout.session.completed", created: 1, data: { object } };
    const answer = await fetch(`${program.url}/api/v1/payment/webhook/sandbox`, {
      method: "POST",
      body: JSON.stringify(event),
      headers: { "content-type": "application/json", "stripe-signature": "t=1,v1=00" },
    });
    expect(answer.status).toBe(400);
    expect(await eventsOf(reference)).toEqual([]);
  });
});

describe("the sandbox's payout accounts", () => {
  it("can be completed, and redirect only to this site", async () => {
    const body = { username: "payee@wrapsody.example", password: "window seat please" };
    const { json } = await program.call("POST", "auth", { body });
    const token = String(json.body.token);
    await sql`delete from payout_account`.execute(program.context.db);
    // The simulator would repeat its response to the same creation.
    await sql`delete from stripe_simulator_response`.execute(program.context.db);
    const started = await program.call("POST", "my/payout-account", { token });
    const { url } = started.json.body;
    expect((await page(url)).text).toContain("Complete the account");
    const elsewhere = new URL(url);
    elsewhere.searchParams.set("back", "https://elsewhere.example/");
    expect((await page(elsewhere.href)).text).toContain(`href="${program.url}"`);
    expect((await submitChoice(elsewhere.href, "complete")).to).toBe(program.url);
    expect(await shop.runDueJobs()).toEqual([]);
    const { json: account } = await program.call("GET", "my/payout-account", { token });
    expect(account.body).toMatchObject({ provider: "SANDBOX", state: "READY", missing: [] });
    const order = await openOrder();
    await submitChoice(order.url, "accept");
    expect(await shop.runDueJobs()).toEqual([]);
    expect((await shop.readPayment(order.reference)).state).toBe("PAID");
  });
});

describe("the configured payment provider", () => {
  const production = {
    NODE_ENV: "production",
    PUBLIC_URL: "https://music.example",
    SMTP_URL: "outbox",
    EMBEDDED_DATABASE: "1",
    SECRET_KEY: Buffer.alloc(32).toString("base64"),
  };

  it("is the sandbox in a preview, and in production only if configured", () => {
    expect(readConfig({}).payments).toEqual({ stripe: undefined, sandbox: true });
    expect(readConfig(production).payments).toEqual({ stripe: undefined, sandbox: false });
    expect(readConfig({ ...production, PAYMENTS_SANDBOX: "1" }).payments.sandbox).toBe(true);
  });

  it("is Stripe once both of its secrets are set, and then not the sandbox", () => {
    const secrets = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1, whsec_2" };
    expect(readConfig(secrets).payments).toEqual({
      sandbox: false,
      stripe: {
        secretKey: "sk_test_1",
        webhookSecrets: ["whsec_1", "whsec_2"],
        url: "https://api.stripe.com",
      },
    });
    expect(() => readConfig({ ...secrets, STRIPE_WEBHOOK_SECRET: "whsec_1,," })).toThrow(
      "STRIPE_WEBHOOK_SECRET: must not contain empty entries",
    );
    expect(() => readConfig({ STRIPE_SECRET_KEY: "sk_test_1" })).toThrow(
      "STRIPE_WEBHOOK_SECRET: required when STRIPE_SECRET_KEY is set",
    );
    expect(() => readConfig({ ...secrets, PAYMENTS_SANDBOX: "1" })).toThrow(
      "PAYMENTS_SANDBOX: cannot be combined with",
    );
    const simulated = { ...secrets, STRIPE_API_URL: "http://127.0.0.1:12111" };
    expect(readConfig(simulated).payments.stripe?.url).toBe("http://127.0.0.1:12111");
    expect(() => readConfig({ ...production, ...simulated })).toThrow(
      "STRIPE_API_URL: a simulator on this machine requires PAYMENTS_SANDBOX=1 in production",
    );
    const allowed = { ...production, ...simulated, PAYMENTS_SANDBOX: "1" };
    expect(readConfig(allowed).payments).toMatchObject({
      sandbox: false,
      stripe: { secretKey: "sk_test_1" },
    });
    expect(() => readConfig({ ...secrets, STRIPE_API_URL: "http://stripe.example" })).toThrow(
      "STRIPE_API_URL",
    );
  });

  it("is none if nothing is configured: there is no page and no webhook", async () => {
    const withoutSandbox = await startListening(await reserveAddress(), { PAYMENTS_SANDBOX: "0" });
    const closed = await openShop(withoutSandbox.context);
    await expect(closed.openCheckout(closed.buildPurchase())).rejects.toMatchObject({ code: "E0038" });
    expect((await fetch(`${withoutSandbox.url}/sandbox/checkout/sbx_1`)).status).toBe(404);
    expect((await withoutSandbox.call("POST", "payment/webhook/sandbox", { body: {} })).status).toBe(404);
    expect((await withoutSandbox.call("POST", "payment/webhook/stripe", { body: {} })).status).toBe(404);
    await withoutSandbox.close();
  });
});
