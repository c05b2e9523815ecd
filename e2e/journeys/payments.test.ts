import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, onTestFinished, test } from "vitest";
import { insertPaidCheckout } from "../../server/src/features/payments/simulator/seed.ts";
import { sql } from "../../server/src/platform/database/database.ts";
import { patchCheckout } from "../../server/src/testing/payments/simulated-payments.ts";
import { desktop, phone, type Screen } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { createExperience, type Experience } from "../harness/experiences.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { findLink, waitForMail } from "../harness/mails.ts";
import { callApi, createPerson, createToken, type Person } from "../harness/people.ts";
import { startIsolatedProgram, type TestProgram } from "../harness/test-program.ts";
import { backgroundTimeout, measureOverflow, startVisit, type Visit } from "../harness/visit.ts";

/** Give 49 different artworks, enough for all purchases here in repeated tests. */
const covers = [
  ...["salt-meridian", "concrete-lullaby", "kiln", "sodium", "moth-hours", "endpapers", "grille"],
];

let program: TestProgram;
let admin: Person;
let fan: Person;
let tide: Experience;
let seller: Person;
let portraits: Experience;

beforeAll(async () => {
  program = await startIsolatedProgram();
  ({ experience: tide, publisher: seller } = await createExperience(program, {
    cost_per_nft: "12",
    pictures: covers,
  }));
  ({ experience: portraits } = await createExperience(program, {
    name: "Portraits",
    cost_per_nft: "5",
    photos: ["Window seat"],
    pictures: covers.slice(0, 3),
  }));
  [admin, fan] = [await createPerson(program.url), await createPerson(program.url)];
  await sql`update account set role = 'ADMIN' where email = ${admin.email}`.execute(program.db);
});
afterAll(() => program.close());

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const waitForText = (page: Page, text: string | RegExp) => main(page).getByText(text).first().waitFor();

/** Reserves a spot as the experience page does, and returns the checkout URL. */
async function createOrder(): Promise<string> {
  const token = await createToken(program.url, fan);
  const body = { wallet: `0x${"7a".repeat(20)}`, qty: 1 };
  const path = `payment/${tide.id}`;
  return (await callApi<{ redirect: string }>(program.url, "POST", path, body, token)).redirect;
}

/** Opens the checkout in a new browser context. */
async function openCheckout() {
  const visited = await startVisit(phone, [], program.url);
  await visited.page.goto(await createOrder());
  return visited;
}

const countPaidPayments = async () => {
  const { rows } = await sql`select from payment where state = 'PAID'`.execute(program.db);
  return rows.length;
};

describe("the sandbox's checkout", () => {
  test("explains itself, declines and accepts cards, and works by keyboard on a phone", async () => {
    const before = await countPaidPayments();
    const { page, expectAccessible } = await openCheckout();
    await page.getByText(/This is a sandbox\. No money moves/).waitFor();
    await page.getByRole("heading", { name: "Tide Tables", level: 1 }).waitFor();
    await waitForText(page, "$12.00");
    await expectAccessible();
    expect(await measureOverflow(page)).toBe(0);

    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Pay");
    await button(page, /^Pay with a declined card/).click();
    await page.getByRole("alert").filter({ hasText: "Nothing was charged" }).waitFor();
    await expectAccessible();

    await button(page, /^Pay and close the browser/).focus();
    await page.keyboard.press("Enter");
    await waitForText(page, /there’s no redirect/);
    await expect(page.getByRole("link")).toHaveCount(0);
    await expectAccessible();
    await page.goBack();
    await page.getByRole("link", { name: "Back to Wrapsody" }).waitFor();
    await expect.poll(countPaidPayments, backgroundTimeout).toBe(before + 1);
  });
});

describe("an administrator", () => {
  test("finds a payment by its order number and refunds it with a reason", async () => {
    const before = await countPaidPayments();
    const { page: checkout } = await openCheckout();
    await button(checkout, /^Pay and close the browser/).click();
    await expect.poll(countPaidPayments, backgroundTimeout).toBe(before + 1);
    // Wraps that are public without audio answer 404 to the player.
    const { page, open, expectAccessible } = await visitAs(admin, { url: program.url, allowed: [/404/] });
    await open("/admin");
    await page.getByRole("link", { name: "Payments" }).click();
    await page.getByRole("heading", { name: "Payments", level: 1 }).waitFor();
    const row = main(page).getByRole("listitem").filter({ hasText: "Tide Tables" }).first();
    await row.getByText("$12.00").waitFor();
    await row.getByText(`From ${fan.name}`).waitFor();
    await expectAccessible();

    const number = (await row.locator(".payment-number").textContent()) ?? "";
    const typed = main(page).getByRole("searchbox", { name: "Order number, email, name or title" });
    await typed.fill(`${number}x`);
    await typed.press("Enter");
    await waitForText(page, "No matching payments");
    await typed.fill(number);
    await typed.press("Enter");
    await waitForText(page, "1 payment");
    await row.getByText(number).waitFor();
    await row.getByText(fan.email).waitFor();
    await expectAccessible();

    await row.getByRole("button", { name: /^Refund: Tide Tables/ }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText(/This can’t be undone/).waitFor();
    await dialog.getByRole("button", { name: "Refund" }).click();
    await dialog.getByText("Required").waitFor();
    await expectAccessible();
    await dialog.getByLabel("Reason").fill("The concert was called off.");
    await dialog.getByRole("button", { name: "Refund" }).click();
    await main(page).getByRole("status").filter({ hasText: "Refunding “Tide Tables”." }).waitFor();
    await row.getByText("Refund reason: The concert was called off.").waitFor();
    await expect(row.getByRole("button")).toHaveCount(0);

    await typed.fill("");
    await typed.press("Enter");
    await page.waitForURL(/\/admin\/payments$/);
    await page.getByLabel("Show").selectOption("STUCK");
    await waitForText(page, "Nothing needs attention");
    await expectAccessible();
    await page.setViewportSize({ width: 320, height: 700 });
    await main(page).getByRole("link", { name: "All payments" }).click();
    await row.waitFor();
    expect(await measureOverflow(page)).toBe(0);
  });

  test("resolves a payment by keyboard: it leaves the open issues and can still be found", async () => {
    const [person, other] = [await createPerson(program.url), await createPerson(program.url)];
    for (const buyer of [person, other]) {
      await pressCheckoutButton(await reserveSpot(buyer, portraits), "leave");
      await expect
        .poll(() => listOrders(buyer), backgroundTimeout)
        .toMatchObject([{ state: "NEEDS_MATERIAL", payment: "PAID" }]);
    }
    await sql`
      with ordered as (update participation set created_at = now() - interval '8 days'
        where account_id in (select id from account where email in (${person.email}, ${other.email})) returning id::text as reference)
      update payment y set paid_at = now() - interval '8 days' from ordered
      where y.kind = 'PARTICIPATION' and y.reference = ordered.reference`.execute(program.db);
    const { page, open, expectAccessible } = await visitAs(admin, { url: program.url, allowed: [/404/] });
    await open("/admin/payments");
    await page.getByLabel("Show").selectOption("STUCK");
    await page.waitForURL(/show=STUCK/);
    const rowOf = ({ email }: Person) => main(page).getByRole("listitem").filter({ hasText: email });
    const row = rowOf(person);
    await row.getByText("Paid, but waiting for photos for more than a week.").waitFor();
    await expectAccessible();

    const toast = main(page).getByRole("status").filter({ hasText: "“Portraits” is marked as resolved." });
    // The second payment gets the same message as the first.
    for (const openRow of [row, rowOf(other)]) {
      await tabTo(page, openRow.getByRole("button", { name: "Mark as resolved: Portraits" }));
      await page.keyboard.press("Enter");
      await toast.waitFor();
      await openRow.waitFor({ state: "detached" });
      // The focused button is gone.
      await expect(toast).toBeFocused();
    }
    await expectAccessible();

    const typed = main(page).getByRole("searchbox", { name: "Order number, email, name or title" });
    await typed.fill(person.email);
    await typed.press("Enter");
    await waitForText(page, "No matching payments");
    await main(page).getByRole("link", { name: "All payments" }).click();
    // The filter is reset with the list.
    await expect(typed).toHaveValue("");
    await typed.fill(person.email);
    await typed.press("Enter");
    await row.getByText(/waiting for photos for more than a week\. Resolved on \d+ \w+ \d{4}\./).waitFor();
    await expect(row.getByRole("button", { name: /^Mark as resolved/ })).toHaveCount(0);
    await row.getByRole("button", { name: /^Refund: Portraits/ }).waitFor();
    await expectAccessible();
  });

  test("sees the findings of the daily reconciliation, and when it is overdue", async () => {
    const person = await createPerson(program.url);
    await pressCheckoutButton(await reserveSpot(person, tide), "leave");
    await expect
      .poll(() => listOrders(person), backgroundTimeout)
      .toMatchObject([{ state: "FULFILLED", payment: "PAID" }]);
    const payment = await findPaymentId(person);
    const stranger = `cs_${randomUUID().replaceAll("-", "")}`;
    const repair = async () => {
      await setProviderFee(payment, 65);
      await sql`delete from stripe_simulator_object where id = ${stranger}`.execute(program.db);
    };
    onTestFinished(repair);
    // One checkout without a payment, and a payment whose fee is too large to store.
    await insertPaidCheckout(program.db, {
      sessionId: stranger,
      paymentId: randomUUID(),
      title: "Found",
      amountCents: 700,
      paidAt: new Date(),
    });
    await setProviderFee(payment, Number.MAX_SAFE_INTEGER);

    const { page, open, expectAccessible } = await visitAs(admin, { url: program.url, allowed: [/404/] });
    await open("/admin/payments");
    const comparison = main(page).getByRole("region", { name: "Reconciliation" });
    const failed = comparison.getByText("1 payment couldn’t be reconciled:");
    // Runs again if the scheduled reconciliation comes in between.
    const reload = async () => {
      await page.reload();
      await comparison
        .getByText(/^\d+ \w+ \d{4}, \d\d:\d\d: \d+ payments? reconciled, \d+ corrected\.$/)
        .waitFor();
    };
    await expect
      .poll(async () => {
        await runReconciliation();
        await reload();
        return failed.count();
      }, backgroundTimeout)
      .toBe(1);
    await comparison.getByText(payment, { exact: true }).waitFor();
    await comparison.getByText("The provider reports a payment that isn’t in our records:").waitFor();
    await comparison.getByText(stranger, { exact: true }).waitFor();
    await expectAccessible();
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);

    const late = comparison.getByText(
      /^The daily reconciliation hasn’t run since \d+ \w+ \d{4}, \d\d:\d\d\.$/,
    );
    await expect(late).toHaveCount(0);
    await expect
      .poll(async () => {
        await sql`update payment_reconciliation set finished_at = now() - interval '27 hours'`.execute(
          program.db,
        );
        await reload();
        return late.count();
      }, backgroundTimeout)
      .toBe(1);
    await expectAccessible();

    await repair();
    await expect
      .poll(async () => {
        await runReconciliation();
        await reload();
        const findings = [late, comparison.getByText(payment), comparison.getByText(stranger)];
        return Promise.all(findings.map((finding) => finding.count()));
      }, backgroundTimeout)
      .toEqual([0, 0, 0]);
  });
});

const participationPath = ({ pretty_id }: Experience) => `/experiences/${pretty_id}/participate`;
const link = (page: Page, name: string | RegExp) => main(page).getByRole("link", { name });
const waitForHeading = (page: Page, name: string) => main(page).getByRole("heading", { name }).waitFor();

let walletCount = 0;
/** Returns a wallet address that no order has used. */
function generateWallet(): string {
  walletCount += 1;
  return `0x${(0xc0_0000 + walletCount).toString(16).padStart(40, "0")}`;
}

/** Reserves a spot on another device and returns the checkout URL. */
async function reserveSpot(person: Person, { id }: Experience, wallet = generateWallet()): Promise<string> {
  const data = { wallet, qty: 1 };
  const { redirect } = await callApi<{ redirect: string }>(
    program.url,
    "POST",
    `payment/${id}`,
    data,
    await createToken(program.url, person),
  );
  return redirect;
}

/** Presses a button of the checkout without following the redirect. */
async function pressCheckoutButton(checkout: string, choice: string): Promise<void> {
  const body = new URLSearchParams({ choice });
  expect((await fetch(checkout, { method: "POST", body, redirect: "manual" })).status).toBe(303);
}

/** Buys a spot as the fan and waits until the payment is known. */
async function buySpot(experience: Experience): Promise<void> {
  const before = await countPaidPayments();
  await pressCheckoutButton(await reserveSpot(fan, experience), "leave");
  await expect.poll(countPaidPayments, backgroundTimeout).toBe(before + 1);
}

/** Delays webhooks that have not arrived yet, while the fan is on the page. */
async function delayWebhooks(): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set run_at = now() + interval '1 hour'
    where run_at > now() and locked_at is null and payload->>'type' = 'checkout.session.completed'`.execute(
    program.db,
  );
}

/** Returns the id of a person's only payment. */
async function findPaymentId({ email }: Person): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select y.id from payment y join account a on a.id = y.account_id where a.email = ${email}`.execute(
    program.db,
  );
  return rows[0]?.id ?? "";
}

/** Changes the fee that Stripe reports for a payment. */
async function setProviderFee(paymentId: string, cents: number): Promise<void> {
  await sql`
    update stripe_simulator_object set data = jsonb_set(data, '{charge,fee}', to_jsonb(${cents}::bigint))
    where kind = 'session' and data->'params'->>'client_reference_id' = ${paymentId}`.execute(program.db);
}

/** Triggers the daily reconciliation and waits for one that started after the call. */
async function runReconciliation(): Promise<void> {
  const { rows } = await sql<{ now: string }>`
    select date_trunc('milliseconds', clock_timestamp()) as now`.execute(program.db);
  await sql`select graphile_worker.add_job('reconcile-payments', '{}'::json)`.execute(program.db);
  const countRuns = async () => {
    const { rows: runs } = await sql`
      select from payment_reconciliation where started_at >= ${rows[0]?.now}::timestamptz`.execute(
      program.db,
    );
    return runs.length;
  };
  await expect.poll(countRuns, backgroundTimeout).toBeGreaterThan(0);
}

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 150; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("The keyboard does not lead there.");
}

/** Returns the confirmation path of a person's latest order, which only their session and the checkout know. */
async function findConfirmationPath(person: Person, { id }: Experience): Promise<string> {
  const { data } = await callApi<{ data: { page: string }[] }>(
    program.url,
    "GET",
    `payment/${id}`,
    undefined,
    await createToken(program.url, person),
  );
  return String(data[0]?.page);
}

/** Walks a fan through the pages to the checkout. */
async function walkToCheckout(
  experience: Experience,
  { screen = desktop, person, allowed = [] }: { screen?: Screen; person?: Person; allowed?: RegExp[] } = {},
): Promise<Visit & { person: Person; checkout: string }> {
  const buyer = person ?? (await createPerson(program.url));
  const visited = await visitAs(buyer, { url: program.url, screen, allowed: [/404/, ...allowed] });
  const { page, open } = visited;
  await open(participationPath(experience));
  await main(page).getByRole("textbox").fill(generateWallet());
  await button(page, /\$/).click();
  await page.waitForURL(/\/sandbox\/checkout/);
  return { ...visited, person: buyer, checkout: page.url() };
}

/** Lists a person's orders, each with its payment and the number of webhook events. */
async function listOrders({ email }: Person) {
  const { rows } = await sql<{ state: string; payment: string; events: number }>`
    select p.state, y.state as payment,
      (select count(*)::int from payment_event e where e.told->>'paymentId' = y.id::text) as events
    from participation p join account a on a.id = p.account_id and a.email = ${email}
      join payment y on y.kind = 'PARTICIPATION' and y.reference = p.id::text order by p.id`.execute(
    program.db,
  );
  return rows;
}

/** Moves a person's unpaid orders half an hour into the past. */
async function expireReservations({ email }: Person): Promise<void> {
  await sql`
    with late as (
        update participation p set expires_at = now() - interval '1 second' from account a
        where a.id = p.account_id and a.email = ${email} and p.state = 'AWAITING_PAYMENT' returning p.id),
      over as (
        update payment y set expires_at = now() - interval '1 second' from late
        where y.kind = 'PARTICIPATION' and y.reference = late.id::text returning y.id)
    update stripe_simulator_object s set data = data || '{"expiresAt": 0}' from over
    where s.kind = 'session' and s.data->'params'->>'client_reference_id' = over.id::text`.execute(
    program.db,
  );
}

describe("a fan at the checkout", () => {
  const bought = [{ state: "FULFILLED", payment: "PAID" }];

  test("can retry with another card after a decline, also after a reload or in a second tab", async () => {
    const { page, person } = await walkToCheckout(tide);
    await button(page, /^Pay with a declined card/).click();
    await page.getByRole("alert").filter({ hasText: "Nothing was charged" }).waitFor();
    await button(page, "Pay").first().click();
    await page.waitForURL(/\/participate\?c=/);
    await waitForHeading(page, "Your artwork is ready");
    await waitForText(page, "$12.00");
    await page.reload();
    await waitForHeading(page, "Your artwork is ready");
    const second = await page.context().newPage();
    await second.goto(page.url());
    await waitForHeading(second, "Your artwork is ready");
    await second.close();
    // The abandoned checkout leads on and charges nothing again.
    await page.goBack();
    await page.waitForURL(/\/sandbox\/checkout/);
    await page.reload();
    await page.getByRole("heading", { name: "Paid" }).waitFor();
    await page.getByRole("link", { name: "Back to Wrapsody" }).click();
    await waitForHeading(page, "Your artwork is ready");
    expect(await listOrders(person)).toMatchObject(bought);
  });

  test.each([
    ["late", /^Pay and notify Wrapsody late/, 0],
    ["twice", /^Pay and notify Wrapsody twice/, 1],
    ["in the wrong order", /^Pay and notify Wrapsody out of order/, 2],
  ])("gets one spot and one artwork when the webhook arrives %s", { retry: 0 }, async (_, choice, events) => {
    const { page, person } = await walkToCheckout(tide);
    await button(page, choice).click();
    await page.waitForURL(/\/participate\?c=/);
    await waitForHeading(page, "Your artwork is ready");
    await expect.poll(() => listOrders(person), backgroundTimeout).toMatchObject(bought);
    await expect
      .poll(async () => (await listOrders(person))[0]?.events, backgroundTimeout)
      .toBeGreaterThanOrEqual(events);
    await page.reload();
    await waitForHeading(page, "Your artwork is ready");
    await main(page).getByRole("article").first().waitFor();
    await expect(main(page).getByRole("article")).toHaveCount(1);
  });

  test("keeps the spot after cancelling or going back, and returns to the same checkout", async () => {
    const screen = { ...phone, width: 320, locale: "es-ES" };
    const { page, checkout, person, expectAccessible } = await walkToCheckout(tide, { screen });
    await button(page, "Cancelar y volver").click();
    await page.waitForURL(/\/participate$/);
    await waitForText(page, "Reservada, pago pendiente");
    await waitForText(page, /^Hasta las \d\d:\d\d/);
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await button(page, "Continuar al pago").click();
    await page.waitForURL(checkout);
    await page.goBack();
    await waitForText(page, "Reservada, pago pendiente");
    await page.reload();
    await button(page, "Continuar al pago").click();
    await page.waitForURL(checkout);
    await button(page, "Pagar").first().click();
    await page.waitForURL(/\/participate\?c=/);
    await waitForHeading(page, "Tu obra está lista");
    expect(await listOrders(person)).toMatchObject(bought);
  });

  test("is not charged after the reservation expired, and can start again", async () => {
    const { page, person, checkout, open, expectAccessible } = await walkToCheckout(tide, {
      allowed: [/409/],
    });
    const order = await findConfirmationPath(person, tide);
    await page.goto(order);
    await waitForText(page, "Your payment is being processed.");
    await link(page, "I haven’t paid yet").click();
    await waitForText(page, "Reserved, payment pending");
    await page.goto(checkout);
    await expireReservations(person);
    await page.reload();
    await page.getByRole("heading", { name: "This checkout is closed" }).waitFor();
    await page.goto(order);
    await waitForText(page, "This payment wasn’t completed, and you weren’t charged.");
    await waitForText(page, "Your spot has been released. You can reserve it again.");
    await expectAccessible();
    await link(page, "Try again").click();
    await page.waitForURL(/\/participate$/);
    await button(page, "Pay $12.00 and reserve my spot").waitFor();
    await expect(main(page).getByText("Reserved")).toHaveCount(0);
    expect(await listOrders(person)).toMatchObject([{ state: "EXPIRED", payment: "EXPIRED" }]);
    const repeated = await reserveSpot(person, tide);
    expect(repeated).not.toBe(checkout);
    await open(participationPath(tide));
    await waitForText(page, "Reserved, payment pending");
  });

  test("sees a wrong amount reported with an order number that an administrator can find", async () => {
    const { page, person, expectAccessible } = await walkToCheckout(tide, {
      screen: phone,
      allowed: [/409/],
    });
    await patchCheckout(program.db, await findPaymentId(person), { amount: 1_100 });
    await button(page, "Pay").first().click();
    await page.waitForURL(/\/participate\?c=/);
    await waitForText(page, "The amount paid doesn’t match the price.");
    const text = await main(page)
      .getByText(/^Your spot isn’t confirmed, and we’ll refund you manually\./)
      .textContent();
    const number = /quote order (\S+)\.$/.exec(text ?? "")?.[1] ?? "";
    expect(number).toBe(new URL(page.url()).searchParams.get("i"));
    await expect(main(page).getByText("weren’t charged")).toHaveCount(0);
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await page.reload();
    await waitForText(page, "The amount paid doesn’t match the price.");
    expect(await listOrders(person)).toMatchObject([{ state: "EXPIRED", payment: "EXPIRED" }]);

    const desk = await visitAs(admin, { url: program.url, allowed: [/404/] });
    await desk.open("/admin/payments?show=STUCK");
    const typed = main(desk.page).getByRole("searchbox");
    await typed.fill(number);
    await typed.press("Enter");
    await main(desk.page).getByText("1 payment", { exact: true }).waitFor();
    const row = main(desk.page).getByRole("listitem").filter({ hasText: person.email });
    await row.getByText("The amount paid doesn’t match the order").waitFor();
    await desk.expectAccessible();
    // Only the provider can refund it.
    await expect(row.getByRole("button", { name: /^Refund/ })).toHaveCount(0);
  });

  test("is refunded if the spot was lost before the payment arrived", { retry: 0 }, async () => {
    const { experience: chair } = await createExperience(program, {
      name: "One Chair",
      cost_per_nft: "7",
      max_nfts: 1,
    });
    const { page, person } = await walkToCheckout(chair, { allowed: [/409/] });
    // The spot was released, and another fan has bought it.
    await sql`
      with lost as (update participation set state = 'EXPIRED', failed_by = 'E0040', expires_at = null
        where campaign_id = ${chair.id} returning campaign_id)
      update campaign c set taken = 0 from lost where c.id = lost.campaign_id`.execute(program.db);
    await pressCheckoutButton(await reserveSpot(await createPerson(program.url), chair), "accept");
    await button(page, "Pay").first().click();
    await page.waitForURL(/\/participate\?c=/);
    await waitForText(page, "It sold out before your order was completed. You’ll be refunded.");
    await expect
      .poll(() => listOrders(person), backgroundTimeout)
      .toMatchObject([{ state: "REFUNDED", payment: "REFUNDED" }]);
    await waitForText(page, /^Refunded \$7\.00 on .+$/);
    await link(page, "All experiences").waitFor();
    await page.goBack();
    await page.reload();
    await page.getByRole("heading", { name: "Refunded" }).waitFor();
  });
});

describe("a fan who paid and closed the browser", () => {
  test("finds the spot on another device, before and after the webhook arrives", async () => {
    const person = await createPerson(program.url);
    await pressCheckoutButton(await reserveSpot(person, tide), "late");
    await delayWebhooks();
    const { page, open, expectAccessible } = await visitAs(person, {
      url: program.url,
      screen: phone,
      allowed: [/404/],
    });
    await open(participationPath(tide));
    await waitForText(page, "Already paid? Continue anyway; you won’t be charged twice.");
    await expectAccessible();
    await button(page, "Continue to payment").click();
    await page.waitForURL(/\/participate\?c=/);
    await waitForHeading(page, "Your artwork is ready");
    await open(participationPath(tide));
    await waitForText(page, "Joined");
    await waitForText(page, "You already have a spot. This reserves another one, for another artwork.");
    await expectAccessible();
    await link(page, "View order").click();
    await waitForHeading(page, "Your artwork is ready");
    expect(await listOrders(person)).toMatchObject([{ state: "FULFILLED", payment: "PAID" }]);
  });

  test("can add the missing photo there, and sees a refund made in the meantime", async () => {
    const person = await createPerson(program.url);
    await pressCheckoutButton(await reserveSpot(person, portraits), "leave");
    await expect.poll(() => listOrders(person)).toMatchObject([{ state: "NEEDS_MATERIAL", payment: "PAID" }]);
    const { page, open, expectAccessible } = await visitAs(person, {
      url: program.url,
      screen: phone,
      allowed: [/404/, /409/],
    });
    await open(participationPath(portraits));
    await waitForText(page, "Confirmed, photo needed");
    await link(page, "Add your photo").click();
    await page.waitForURL(/\/personalize\?c=/);
    await waitForHeading(page, "Add your photo");
    const order = await findConfirmationPath(person, portraits);

    const reason = { reason: "The concert was called off." };
    const path = `admin/payment/${await findPaymentId(person)}/refund`;
    await callApi(program.url, "POST", path, reason, await createToken(program.url, admin));
    await expect.poll(() => listOrders(person)).toMatchObject([{ state: "REFUNDED", payment: "REFUNDED" }]);
    await page.reload();
    // The confirmation page shows why the order failed.
    await page.waitForURL(/\/participate\?c=/);
    await waitForText(page, "This payment was refunded.");
    await page.goto(order);
    await waitForText(page, "This payment was refunded.");
    await waitForText(page, /^Refunded \$5\.00 on .+$/);
    await expectAccessible();
  });
});

describe("the address of an order", () => {
  test("works as a whole for anyone, and in part for no one", async () => {
    const [owner, other] = [await createPerson(program.url), await createPerson(program.url)];
    await pressCheckoutButton(await reserveSpot(owner, tide), "accept");
    await pressCheckoutButton(await reserveSpot(other, tide), "accept");
    await expect.poll(() => listOrders(other), backgroundTimeout).toMatchObject([{ state: "FULFILLED" }]);
    const [otherPath, ownerUrl] = [
      await findConfirmationPath(other, tide),
      new URL(await findConfirmationPath(owner, tide)),
    ];
    const { page } = await visitAs(other, { url: program.url, allowed: [/400/, /404/] });
    await page.goto(ownerUrl.href);
    await waitForHeading(page, "Your artwork is ready");
    ownerUrl.searchParams.set("c", new URL(otherPath).searchParams.get("c") ?? "");
    await page.goto(ownerUrl.href);
    await waitForText(page, "Could not validate your order...");
    await page.goto(otherPath);
    await waitForHeading(page, "Your artwork is ready");
  });

  test("can be used again when the browser restores the page from its cache", async () => {
    const person = await createPerson(program.url);
    const { page, open } = await visitAs(person, {
      url: program.url,
      allowed: [/404/],
    });
    await open(participationPath(tide));
    await main(page).getByRole("textbox").fill(generateWallet());
    // Leaves the page and returns to it from the back/forward cache: nothing is loaded again.
    const left = Promise.withResolvers<void>();
    await page.route("**/sandbox/checkout/**", async (route) => {
      await route.fulfill({ status: 204 });
      left.resolve();
    });
    await button(page, "Pay $12.00 and reserve my spot").click();
    await waitForText(page, "Redirecting…");
    await left.promise;
    await page.unroute("**/sandbox/checkout/**");
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await waitForText(page, "Reserved, payment pending");
    await button(page, "Pay $12.00 and reserve my spot").click();
    await page.waitForURL(/\/sandbox\/checkout/);
    expect(await listOrders(person)).toMatchObject([{ state: "AWAITING_PAYMENT", payment: "OPEN" }]);
  });
});

describe("the publisher", () => {
  test("sees monthly earnings and exports files that add up", async () => {
    await buySpot(tide);
    const { page, open, token, expectAccessible } = await visitAs(seller, {
      url: program.url,
      allowed: [/404/],
    });
    await open("/my/earnings");
    await waitForHeading(page, "Earnings");
    const { lines, total } = await callApi<Earned>(program.url, "GET", "my/earnings", undefined, token);
    const sold = lines.reduce((sum, { orders, refunds }) => sum + orders - refunds, 0);
    expect(total).toMatchObject({ gross: 1_200 * sold, platform_fee: 84 * sold });
    expect(total.sold + total.paid_back).toBe(total.gross);
    for (const name of ["sold", "paid_back", "provider_fee", "platform_fee", "net"] as const)
      await waitForText(page, usd.format(total[name] / 100));
    await expectAccessible();

    for (const name of ["Statement (CSV)", "All orders (CSV)"]) {
      const download = page.waitForEvent("download");
      await button(page, name).click();
      const file = await readFile(await (await download).path(), "utf8");
      for (const column of ["gross", "platform_fee", "provider_fee", "net"] as const)
        expect([column, sumColumn(file, column)]).toEqual([column, total[column]]);
      expect(sumColumn(file, "share")).toBe(total.net);
    }
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  });

  test("proposes splits, and the next order is divided by them once the owner has confirmed", async () => {
    const { experience, publisher, song } = await createExperience(program, { cost_per_nft: "12" });
    const owner = await createPerson(program.url);
    await buySpot(experience);
    const { page, open, token, expectAccessible } = await visitAs(publisher, {
      url: program.url,
      allowed: [/404/],
    });
    const readShares = async () => {
      const { lines } = await callApi<Earned>(program.url, "GET", "my/earnings", undefined, token);
      return {
        rest: lines.reduce((sum, { rest }) => sum + rest, 0),
        shares: lines.flatMap(({ shares }) => shares),
      };
    };
    const before = await readShares();
    expect(before.shares).toEqual([]);
    await open(`/my/wrap/${song}?tab=ownership`);
    await waitForText(page, /No owners are stated, so all income stays unassigned/);
    await button(page, "Change splits").click();
    const row = main(page).getByRole("group", { name: "Owner 1" });
    await row.getByLabel("Name").fill("Ida Stenmark");
    await row.getByLabel("Ownership").fill("100");
    await row.getByLabel("Royalty").fill("100");
    await row.getByLabel("Email").fill(owner.email);
    await expectAccessible();
    await button(page, "Propose change").click();
    await waitForText(page, "Not confirmed yet");
    await expectAccessible();

    const link = findLink(await waitForMail(program.url, owner.email, { subject: /confirm a change/i }));
    const named = await visitAs(owner, { url: program.url, allowed: [/404/] });
    const { pathname, search } = new URL(link);
    await named.open(`${pathname}${search}`);
    await waitForText(named.page, "Waiting for you");
    await named.expectAccessible();
    await button(named.page, "Confirm").click();
    await waitForText(named.page, "You confirmed the splits of Salt Meridian.");

    await buySpot(experience);
    const after = await readShares();
    expect(after.rest).toBe(before.rest);
    const [share] = after.shares;
    expect(after.shares).toEqual([{ name: "Ida Stenmark", email: owner.email, share: expect.any(Number) }]);
    await open("/my/earnings");
    await waitForText(page, "Ida Stenmark");
    await named.page.reload();
    await waitForText(named.page, usd.format((share?.share ?? 0) / 100));
    await waitForText(named.page, "100% ownership, 100% of royalties");
  });
});

describe("a publisher’s payouts", () => {
  test("show what is pending and paid with its dates, and are in the accounting file", async () => {
    const { experience, publisher } = await createExperience(program, { cost_per_nft: "12" });
    const { page, open, token, expectAccessible } = await visitAs(publisher, {
      url: program.url,
      screen: desktop,
      allowed: [/404/],
    });
    await open("/my/earnings?view=payouts");
    await waitForText(page, "No payouts yet.");
    await button(page, "Set up payouts").click();
    await button(page, "Complete the account").click();
    await page.waitForURL(/view=payouts$/);
    await waitForText(page, "Paid to your account");
    await buySpot(experience);
    await page.reload();
    const standing = (name: string) =>
      main(page)
        .locator(".earn-standings > div")
        .filter({ has: page.getByText(name, { exact: true }) })
        .locator("dd")
        .first();
    // $12.00 without the platform fee of 7 %.
    await expect(standing("Pending")).toHaveText("$11.16");

    // Waits for the return of the browser: a reload would cancel the form that is being sent.
    const chooseInAccount = async (choice: string) => {
      await button(page, "View account").click();
      await button(page, choice).click();
      await page.waitForURL(/view=payouts$/);
      await waitForText(page, "Paid to your account");
    };
    await chooseInAccount("Pay out the balance now");
    const rows = main(page).locator(".earn-payout-table tbody tr");
    const waitForState = (state: string) =>
      expect
        .poll(async () => {
          await page.reload();
          await standing("Pending").waitFor();
          return rows.allTextContents();
        }, backgroundTimeout)
        .toEqual([expect.stringMatching(new RegExp(`${state}.*1 order.*\\$11\\.16`))]);
    await waitForState("On its way");
    await expectAccessible();
    await chooseInAccount("Let the payout arrive");
    await waitForState("Paid");
    await expect(standing("Pending")).toHaveText("$0.00");
    await expect(standing("Paid")).toHaveText("$11.16");
    await expectAccessible();

    await open("/my/earnings");
    const { total } = await callApi<Earned>(program.url, "GET", "my/earnings", undefined, token);
    const download = page.waitForEvent("download");
    await button(page, "Accounting (CSV)").click();
    const file = await readFile(await (await download).path(), "utf8");
    expect(sumColumn(file, "gross")).toBe(total.sold);
    expect(sumColumn(file, "refund")).toBe(total.paid_back);
    expect(sumColumn(file, "fee")).toBe(total.provider_fee + total.platform_fee);
    expect(sumColumn(file, "net")).toBe(total.net);
    expect(sumColumn(file, "paid_out")).toBe(1_116);
    const [, payout] = /,PAYOUT,.*,(po_\w+),PAID\r/.exec(file) ?? [];
    expect(file).toMatch(new RegExp(`,ORDER,.*,USD,12,0,0,12,0,0,${payout},`));
  });

  test("by keyboard: the chart reads out each month, and has the same numbers as a table", async () => {
    const { page, open, expectAccessible } = await visitAs(seller, {
      url: program.url,
      screen: phone,
      allowed: [/404/],
    });
    await open("/my/earnings");
    const chart = main(page).getByRole("slider", { name: "Net by month" });
    await chart.focus();
    const now = (await chart.getAttribute("aria-valuetext")) ?? "no value";
    await page.keyboard.press("ArrowLeft");
    await expect(chart).not.toHaveAttribute("aria-valuetext", now);
    await main(page).locator(".bar-readout").getByText("$0.00").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const table = main(page).getByRole("table").filter({ hasText: "Gross sales" }).first();
    await expect(table.getByRole("row")).toHaveCount(13);
    const [month = "no month", sum = "no sum"] = now.split(": ");
    const row = table.getByRole("row").filter({ hasText: month });
    await expect(row.getByRole("cell").last()).toHaveText(sum);
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole("link", { name: String(new Date().getUTCFullYear()), exact: true }).click();
    await page.waitForURL(/year=20\d\d$/);
  });
});

describe("the emails to a publisher", () => {
  test("are turned off by their link without a session, and on again in the settings by keyboard", async () => {
    const { experience, publisher } = await createExperience(program, { cost_per_nft: "12" });
    await buySpot(experience);
    await sql`select graphile_worker.add_job('send-earning-digests')`.execute(program.db);
    const mail = await waitForMail(program.url, publisher.email, { subject: /new orders/i });
    const [link = ""] = /http\S+\/unsubscribe\/sales\.\S+/.exec(mail.text) ?? [];
    const anonymous = await startVisit(phone, [], program.url);
    await anonymous.page.goto(link);
    await anonymous.page.getByRole("heading", { name: "Turn off emails about sales?" }).waitFor();
    await anonymous.expectAccessible();
    expect(await measureOverflow(anonymous.page)).toBeLessThanOrEqual(0);

    const { page, open, token, expectAccessible } = await visitAs(publisher, {
      url: program.url,
      screen: phone,
      allowed: [/404/],
    });
    await callApi(program.url, "PATCH", "me", { key: "user_type", value: "artist" }, token);
    await open("/my/settings");
    const sales = main(page).getByRole("checkbox", { name: /^Sales/ });
    await sales.waitFor();
    await expect(sales).toBeChecked();
    await button(anonymous.page, "Turn off").click();
    await anonymous.page.getByText("You’ll no longer get emails about sales.").waitFor();
    await anonymous.expectAccessible();
    await page.reload();
    await expect(sales).toBeChecked({ checked: false });
    await sales.focus();
    await page.keyboard.press("Space");
    await waitForText(page, "Sales: emails turned on.");
    await expect(sales).toBeChecked();
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await page.reload();
    await expect(sales).toBeChecked();
  });
});

type Earned = {
  lines: {
    orders: number;
    refunds: number;
    rest: number;
    shares: { name: string; email?: string; share: number }[];
  }[];
  total: Record<"sold" | "paid_back" | "gross" | "platform_fee" | "provider_fee" | "net", number>;
};
const usd = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** Adds up a column of a CSV file, in cents. */
function sumColumn(file: string, name: string): number {
  const [head = "", ...rows] = file.replace("\uFEFF", "").trimEnd().split("\r\n");
  const at = head.split(",").indexOf(name);
  expect(at).toBeGreaterThan(-1);
  return rows.reduce((sum, row) => sum + Math.round(Number(row.split(",")[at]) * 100), 0);
}
