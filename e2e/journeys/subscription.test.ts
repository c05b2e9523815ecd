import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { sql } from "../../server/src/platform/database/database.ts";
import { plainPng } from "../../server/src/testing/media/pictures.ts";
import {
  patchCheckout,
  simulatedSubscriptions,
} from "../../server/src/testing/payments/simulated-payments.ts";
import { desktop, phone, type Screen } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { tabThroughPage } from "../harness/keyboard.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { callApi, createPerson, logIn, type Person } from "../harness/people.ts";
import { createPublisher } from "../harness/publisher.ts";
import { startIsolatedProgram, type TestProgram } from "../harness/test-program.ts";
import { backgroundTimeout, measureOverflow, startVisit, type Visit } from "../harness/visit.ts";

let program: TestProgram;

beforeAll(async () => {
  program = await startIsolatedProgram();
});
afterAll(() => program.close());

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name });
const link = (page: Page, name: string | RegExp) => main(page).getByRole("link", { name });
const waitForText = (page: Page, text: string | RegExp) => main(page).getByText(text).first().waitFor();
const section = (page: Page, title: string) =>
  main(page)
    .locator("section.leaf")
    .filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const plan = (page: Page) => section(page, "Your plan");
const invoices = (page: Page) => section(page, "Invoices").getByRole("listitem");
/** Fires the window's focus event, as when a user returns to the tab. */
const focusWindow = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("focus")));

type VisitOptions = { person?: Person; screen?: Screen; allowed?: readonly RegExp[] };

async function visitPlanPage({
  person,
  ...options
}: VisitOptions = {}): Promise<Visit & { token: string; person: Person }> {
  const reader = person ?? (await createPerson(program.url));
  const visited = await visitAs(reader, { url: program.url, ...options });
  return { ...visited, person: reader };
}

/** Orders a plan by the API and returns the checkout URL. */
const orderPlan = async (token: string, name: "PREMIUM_MONTHLY" | "PREMIUM_YEARLY"): Promise<string> =>
  (await callApi<{ url: string }>(program.url, "POST", `subscribe/${name}`, undefined, token)).url;

/** Pays at a checkout and returns the URL of its redirect. */
async function payCheckout(checkout: string): Promise<string> {
  const body = new URLSearchParams({ choice: "accept" });
  const response = await fetch(checkout, { method: "POST", body, redirect: "manual" });
  const { pathname, search } = new URL(response.headers.get("location") ?? "", checkout);
  return `${pathname}${search}`;
}

/** Waits until the server reports whether the account has Premium. */
async function waitForPlan(token: string, premium: boolean): Promise<void> {
  await expect
    .poll(async () => {
      const { plan } = await callApi<{ plan: string }>(program.url, "GET", "my/plan", undefined, token);
      return plan !== "FREE";
    }, backgroundTimeout)
    .toBe(premium);
}

/** Cancels the plan by the API. */
async function cancelPlan(token: string): Promise<void> {
  const path = "my/subscription";
  const subscription = await callApi<{ current: { id: number } }>(program.url, "GET", path, undefined, token);
  await callApi(program.url, "DELETE", `subscribe/${subscription.current.id}`, undefined, token);
}

/** Ends the period of a cancelled plan. */
async function endPeriod(token: string): Promise<void> {
  await passPlanPeriod(token);
  await waitForPlan(token, false);
}

/** Ends the period of a plan. */
async function passPlanPeriod(token: string): Promise<void> {
  const { url } = await callApi<{ url: string }>(program.url, "POST", "my/billing", undefined, token);
  const html = await (await fetch(url)).text();
  const sent = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? "";
  const body = new URLSearchParams({
    choice: "move",
    subscription: sent("subscription"),
    step: sent("step"),
  });
  await fetch(url, { method: "POST", body, redirect: "manual" });
}

/** Lists a person's invoices, latest first, each with its refunded amount and the number of tries. */
async function listInvoices({ email }: Person) {
  const { rows } = await sql<{ cents: number; attempts: number; reason: string | null }>`
    select i.refunded_cents as cents, i.refund_attempt as attempts, i.refund_reason as reason
    from payment_invoice i join payment p on p.id = i.payment_id join account a on a.id = p.account_id and a.email = ${email}
    order by i.period_until desc`.execute(program.db);
  return rows;
}

async function createAdmin(): Promise<Person> {
  const person = await createPerson(program.url);
  await sql`update account set role = 'ADMIN' where email = ${person.email}`.execute(program.db);
  return person;
}

async function visitAsSubscriber(options: VisitOptions = {}) {
  const visited = await visitPlanPage(options);
  const confirmation = await payCheckout(await orderPlan(visited.token, "PREMIUM_MONTHLY"));
  await waitForPlan(visited.token, true);
  return { ...visited, confirmation };
}

async function createArtist(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Description").fill("Concrete and strings.");
  const picture = { name: "cover.png", mimeType: "image/png", buffer: plainPng(450) };
  await page.locator("input[type=file]").setInputFiles(picture);
  await waitForText(page, /cover\.png: 450/);
  await button(page, "Create artist").click();
}

describe("a publisher at the limit of the free plan", () => {
  test("buys Premium monthly after a declined card, and the limit is lifted immediately", async () => {
    const publisher = await createPublisher(program.url);
    const { page, open, expectAccessible } = await visitPlanPage({ person: publisher, allowed: [/403/] });
    await open("/my/artists/create/one");
    await createArtist(page, "Halden Maar");
    await waitForText(page, "You’ve reached your plan’s artist limit.");
    await link(page, "Upgrade to Premium").click();
    await plan(page).getByText("Free", { exact: true }).waitFor();
    for (const text of ["1 of 1", "0 of 5", "$10 per month ($120 per year)", "20% off", "7%", "3%"])
      await waitForText(page, text);
    await waitForText(page, "Billed yearly: $8 a month, save 20%.");
    await waitForText(page, "No invoices yet");
    await expectAccessible();

    await button(page, "Choose monthly").click();
    await page.getByText(/This is a sandbox\. No money moves/).waitFor();
    await page.getByText("US$ 10.00 each month").first().waitFor();
    await page.getByRole("button", { name: /^Pay with a declined card/ }).click();
    await page.getByRole("alert").filter({ hasText: "Nothing was charged" }).waitFor();
    await page.getByRole("button", { name: "Pay", exact: true }).click();

    await waitForText(page, "Welcome to Premium.");
    await waitForText(page, /up to 10 artists and 50 songs a month/);
    await page.waitForURL(`${program.url}/you`);
    await expectAccessible();
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible({ rules: ["color-contrast"] });
    await page.reload();
    await page.getByRole("heading", { level: 1, name: publisher.name }).waitFor();
    await expect(main(page).getByText("Welcome to Premium.")).toHaveCount(0);

    await open("/my/artists/create/one");
    await createArtist(page, "Halden Maar");
    await waitForText(page, "Halden Maar has been created. Add the first track next.");
    await open("/my/subscription");
    await plan(page).getByText("Premium, monthly", { exact: true }).waitFor();
    await plan(page)
      .getByText(/^\$10 a month, renews on \d+ \w+ \d{4}$/)
      .waitFor();
    await waitForText(page, "2 of 10");
    await expect.poll(() => invoices(page).count(), backgroundTimeout).toBe(1);
    await expectAccessible();
  });
});

describe("a paid plan", () => {
  test("can be switched to yearly and back without a charge", async () => {
    const { page, open, expectAccessible } = await visitAsSubscriber({ screen: phone });
    await open("/my/subscription");
    await waitForText(page, /You’re not charged now; your first year starts on/);
    await button(page, "Switch to yearly").click();
    await page
      .getByRole("status")
      .filter({ hasText: /^You’ll switch to Premium, yearly on .* You weren’t charged\.$/ })
      .waitFor();
    await plan(page)
      .getByText(/^Premium, yearly from \d+ \w+ \d{4}$/)
      .waitFor();
    await plan(page)
      .getByText(/From that day you pay \$96 a year/)
      .waitFor();
    await expectAccessible();
    await page.reload();
    await button(page, "Keep my current plan").click();
    await page.getByRole("status").filter({ hasText: "Your plan continues unchanged." }).waitFor();
    await button(page, "Switch to yearly").waitFor();
    await expect.poll(() => invoices(page).count(), backgroundTimeout).toBe(1);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await measureOverflow(page)).toBe(0);
  });

  test("can be cancelled after a confirmation, kept until its end and resumed, and another tab shows it", async () => {
    const { page, open, expectAccessible } = await visitAsSubscriber();
    await open("/my/subscription");
    const other = await page.context().newPage();
    await other.goto(`${program.url}/my/subscription`);
    await button(other, "Cancel plan").waitFor();

    const dialog = page.getByRole("alertdialog");
    await button(page, "Cancel plan").focus();
    await page.keyboard.press("Enter");
    for (const text of [
      /^You keep Premium until \d+ \w+ \d{4} and won’t be charged again\./,
      "Nothing is deleted: you keep your artists, wraps, tokens and API keys.",
      "You can’t add more than 1 artist, 5 songs a month and 1 wNFT.",
      "API keys stop working.",
      "The fee on paid experiences goes back to 7%.",
    ])
      await dialog.getByText(text).waitFor();
    await expectAccessible();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await plan(page)
      .getByText(/renews on/)
      .waitFor();

    await button(page, "Cancel plan").click();
    await dialog.getByRole("button", { name: "Cancel plan" }).click();
    await plan(page)
      .getByText(/^Cancelled; active until \d+ \w+ \d{4}$/)
      .waitFor();
    const toast = page.getByRole("status").filter({ hasText: /^Plan cancelled\. You keep Premium until/ });
    await toast.waitFor();
    await expect(toast).toBeFocused();
    await waitForText(page, "of 10");
    await expectAccessible();

    await focusWindow(other);
    await plan(other)
      .getByText(/^Cancelled; active until/)
      .waitFor();
    await button(other, "Resume plan").click();
    await plan(other)
      .getByText(/renews on/)
      .waitFor();
    // The outdated tab sends its request anyway, which changes nothing.
    await button(page, "Resume plan").click();
    await page.getByRole("status").filter({ hasText: "Your plan has been resumed." }).waitFor();
    await plan(page)
      .getByText(/renews on/)
      .waitFor();
  });

  test("that has already ended can be neither resumed nor cancelled, and the page shows its state", async () => {
    const { page, open, token } = await visitAsSubscriber({ allowed: [/404/] });
    await open("/my/subscription");
    await button(page, "Cancel plan").click();
    const stale = await page.context().newPage();
    await cancelPlan(token);
    await stale.goto(`${program.url}/my/subscription`);
    await button(stale, "Resume plan").waitFor();
    await endPeriod(token);

    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel plan" }).click();
    await page.getByRole("status").filter({ hasText: "Your plan has ended." }).waitFor();
    await waitForText(page, "Free forever.");
    await button(stale, "Resume plan").click();
    await stale.getByRole("status").filter({ hasText: "No subscription found" }).waitFor();
    await button(stale, "Choose yearly").waitFor();
  });

  test("with a declined card stays for some days until the invoice is paid", async () => {
    const { page, open, expectAccessible } = await visitAsSubscriber();
    await open("/my/subscription");
    await invoices(page)
      .getByRole("button", { name: /^View invoice from/ })
      .click();
    await page.getByRole("heading", { level: 1, name: /^Invoice / }).waitFor();
    await page.getByRole("link", { name: "Back to Wrapsody" }).click();

    await button(page, "Update card").click();
    await page.getByRole("heading", { level: 1, name: "Your card" }).waitFor();
    await page.getByRole("button", { name: /^A declined card/ }).click();
    await page.getByText("The card on file was changed.").waitFor();
    await page.getByRole("button", { name: "End the period now" }).click();
    await page.getByText("The card was declined, and the invoice is open.").waitFor();
    await page.getByRole("link", { name: "Back to Wrapsody" }).click();

    // The webhook may arrive after the page was loaded; the page polls only while it expects one.
    await expect
      .poll(async () => {
        await focusWindow(page);
        return plan(page).getByText("Payment failed", { exact: true }).count();
      }, backgroundTimeout)
      .toBe(1);
    await plan(page)
      .getByText(/You keep Premium until \d+ \w+ \d{4} while we retry your card\./)
      .waitFor();
    await waitForText(page, "of 10");
    await invoices(page).getByText("Due", { exact: true }).waitFor();
    await expectAccessible();
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible({ rules: ["color-contrast"] });

    await button(page, /^Pay invoice$/).click();
    await page.getByRole("button", { name: "Pay this invoice" }).click();
    await page.getByRole("button", { name: "Pay this invoice" }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Back to Wrapsody" }).click();
    await plan(page)
      .getByText(/^\$10 a month, renews on/)
      .waitFor();
    await expect.poll(() => invoices(page).count(), backgroundTimeout).toBe(2);
    await expectAccessible();
  });
});

describe("an invoice of a plan", () => {
  const dialog = (page: Page) => page.getByRole("alertdialog");
  const refundInvoice = async (page: Page, reason: string) => {
    await dialog(page).getByLabel("Reason").fill(reason);
    await dialog(page).getByRole("button", { name: "Refund" }).click();
  };

  test("is refunded by an administrator with a reason and once; refunding the last period ends the plan", {
    retry: 0,
  }, async () => {
    const { page, open, person, token, expectAccessible } = await visitAsSubscriber({ screen: phone });
    await passPlanPeriod(token);
    await expect.poll(async () => (await listInvoices(person)).length, backgroundTimeout).toBe(2);

    // Wraps that are public without audio answer 404 to the player.
    const desk = await visitPlanPage({ person: await createAdmin(), allowed: [/404/] });
    const paymentsPath = `/admin/payments?q=${encodeURIComponent(person.email)}`;
    await desk.open(paymentsPath);
    const billed = (at: Page) =>
      main(at).getByRole("region", { name: "Invoices for Wrapsody Premium, monthly" }).getByRole("listitem");
    const refund = (at: Page, which: number) =>
      billed(at)
        .nth(which)
        .getByRole("button", { name: /^Refund/ });
    await refund(desk.page, 1).waitFor();
    await expect(billed(desk.page)).toHaveCount(2);
    await desk.expectAccessible();
    const stale = await desk.page.context().newPage();
    await stale.goto(`${program.url}${paymentsPath}`);
    await refund(stale, 1).click();
    await dialog(stale).waitFor();

    await refund(desk.page, 1).focus();
    await desk.page.keyboard.press("Enter");
    await dialog(desk.page).getByText("Refund $10.00 to").waitFor();
    await dialog(desk.page)
      .getByText(/^The plan continues/)
      .waitFor();
    await dialog(desk.page).getByRole("button", { name: "Refund" }).click();
    await dialog(desk.page).getByText("Required").waitFor();
    await desk.expectAccessible();
    await refundInvoice(desk.page, "Charged by mistake.");
    const toast = desk.page.getByRole("status").filter({ hasText: /^Refunding / });
    await toast.waitFor();
    await refund(desk.page, 1).waitFor({ state: "detached" });
    // The button that opened the dialog is gone.
    await expect(toast).toBeFocused();
    const once = [{ cents: 0 }, { cents: 1_000, attempts: 1, reason: "Charged by mistake." }];
    await expect.poll(() => listInvoices(person), backgroundTimeout).toMatchObject(once);

    // An outdated tab that still shows the button refunds nothing again.
    await refundInvoice(stale, "Once more.");
    await refund(stale, 1).waitFor({ state: "detached" });
    expect(await listInvoices(person)).toMatchObject(once);
    await desk.page.reload();
    await billed(desk.page).nth(1).getByText("Refunded", { exact: true }).waitFor();
    await billed(desk.page).nth(1).getByText("Refund reason: Charged by mistake.").waitFor();
    await expect(billed(desk.page).nth(1).getByRole("button")).toHaveCount(0);
    await desk.expectAccessible();

    await open("/my/subscription");
    await plan(page)
      .getByText(/renews on/)
      .waitFor();
    await invoices(page).nth(1).getByText("$10.00 refunded").waitFor();
    await expect(main(page).getByText("refunded")).toHaveCount(1);
    await expectAccessible();

    await refund(desk.page, 0).click();
    await dialog(desk.page)
      .getByText(/the plan ends immediately/)
      .waitFor();
    await refundInvoice(desk.page, "All of it.");
    await toast.waitFor();
    await waitForPlan(token, false);
    await desk.page.reload();
    await waitForText(desk.page, "Last invoice refunded");
    await expect(main(desk.page).getByRole("button", { name: /^Refund/ })).toHaveCount(0);
    expect(await listInvoices(person)).toMatchObject([{ cents: 1_000, attempts: 1 }, once[1]]);
    await page.reload();
    await plan(page).getByText("Free", { exact: true }).waitFor();
    await expect(invoices(page).getByText("$10.00 refunded")).toHaveCount(2);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await expectAccessible();
  });
});

describe("an unpaid checkout", () => {
  test("continues after Back, a reload and in a second tab, and ends in one plan", { retry: 0 }, async () => {
    const { page, open, expectAccessible } = await visitPlanPage();
    await open("/my/subscription");
    await button(page, "Choose yearly").click();
    await page.getByText(/This is a sandbox/).waitFor();
    const checkout = page.url();
    await page.goBack();
    await waitForText(page, "Checkout in progress: Premium, yearly");
    await expectAccessible();
    await page.reload();
    await button(page, "Continue to checkout").click();
    await page.getByText(/This is a sandbox/).waitFor();
    expect(page.url()).toBe(checkout);

    const second = await page.context().newPage();
    await second.goto(`${program.url}/my/subscription`);
    await button(second, "Continue to checkout").click();
    await second.getByRole("button", { name: "Pay", exact: true }).click();
    await waitForText(second, "Welcome to Premium.");

    await page.reload();
    await page.getByText("This is paid in the sandbox.").waitFor();
    await page.goBack();
    await plan(page).getByText("Premium, yearly", { exact: true }).waitFor();
    await expect.poll(() => invoices(page).count(), backgroundTimeout).toBe(1);
    await second.goBack();
    await second.getByRole("link", { name: "Back to Wrapsody" }).click();
    await waitForText(second, "Welcome to Premium.");
  });

  test("is closed when another plan is chosen, and leads back from there", async () => {
    const { page, open, token } = await visitPlanPage();
    const monthly = await orderPlan(token, "PREMIUM_MONTHLY");
    await open("/my/subscription");
    await waitForText(page, "Checkout in progress: Premium, monthly");
    await button(page, "Choose yearly").click();
    await page.getByText("US$ 96.00 each year").first().waitFor();
    await page.goto(monthly);
    await page.getByText("This checkout is closed").first().waitFor();
    await page.getByRole("link", { name: "Back to Wrapsody" }).click();
    await waitForText(page, "Checkout in progress: Premium, yearly");
  });

  test("cannot start while the provider is down: the page says so and nothing is lost", async () => {
    const { page, open, expectAccessible } = await visitPlanPage({ allowed: [/503/] });
    await page.route("**/api/v1/subscribe/*", (route) =>
      route.fulfill({ status: 503, json: { success: false, code: "E0048", message: "", errors: [] } }),
    );
    await open("/my/subscription");
    await button(page, "Choose monthly").click();
    await page.getByRole("alert").filter({ hasText: "The payment service isn’t responding" }).waitFor();
    await expectAccessible();
    await page.unroute("**/api/v1/subscribe/*");
    await button(page, "Choose monthly").click();
    await page.getByText(/This is a sandbox/).waitFor();
  });
});

describe("the return link of a checkout", () => {
  /** The response while the provider has not reported the result of a payment. */
  const onItsWay = {
    path: "**/api/v1/subscribe/confirm",
    answer: { status: 409, json: { success: false, code: "E0039", message: "", errors: [] } },
  };

  test("waits for a pending payment and then continues automatically", async () => {
    const { page, open, confirmation, expectAccessible } = await visitAsSubscriber({
      screen: phone,
      allowed: [/409/],
    });
    await page.route(onItsWay.path, (route) => route.fulfill(onItsWay.answer));
    await open(confirmation);
    await waitForText(page, "Your payment is processing.");
    await expectAccessible();
    await page.unroute(onItsWay.path);
    await waitForText(page, "Welcome to Premium.");
    // Back does not return to the URL with the code.
    await page.waitForURL(`${program.url}/you`);
    expect(await page.evaluate(() => document.referrer)).toBe("");
  });

  test("is useless for another account or if truncated, and explains what to do", async () => {
    const { confirmation } = await visitAsSubscriber();
    const { page, open, expectAccessible } = await visitPlanPage({ allowed: [/400/] });
    await open(confirmation);
    await waitForText(page, "Could not validate your order...");
    await expectAccessible();
    await open(confirmation.replace(/[?&]i=[^&]+/, ""));
    await waitForText(page, "Could not validate your order...");
    await expectAccessible();
    await link(page, "Your subscription").click();
    await plan(page).getByText("Free", { exact: true }).waitFor();
  });

  test("reports that an unpaid order was not charged", async () => {
    const { page, open, confirmation, person, expectAccessible } = await visitAsSubscriber({
      allowed: [/409/],
    });
    await sql`update subscription_order set state = 'EXPIRED'
      where account_id = (select id from account where email = ${person.email})`.execute(program.db);
    await open(confirmation);
    await waitForText(page, "This payment wasn’t completed, and you weren’t charged.");
    await expectAccessible();
    await link(page, "Your subscription").click();
    await page.waitForURL(/\/my\/subscription$/);
  });

  test("reports a wrong amount: there is no plan, and nothing more is charged", async () => {
    const { page, open, token, person, expectAccessible } = await visitPlanPage({
      screen: phone,
      allowed: [/409/],
    });
    const checkout = await orderPlan(token, "PREMIUM_MONTHLY");
    const { rows: payments } = await sql<{ id: string }>`
      select p.id from payment p join account a on a.id = p.account_id where a.email = ${person.email}`.execute(
      program.db,
    );
    await patchCheckout(program.db, payments[0]?.id ?? "", { amount: 1_100 });
    await open(await payCheckout(checkout));
    await waitForText(page, "The amount paid doesn’t match the plan’s price.");
    await waitForText(
      page,
      /^Your plan wasn’t activated, you won’t be charged again, and we’ll refund you manually\./,
    );
    await expect(main(page).getByText("weren’t charged")).toHaveCount(0);
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    const charging = async () => {
      const { rows } = await sql<{ status: string }>`
        select s.status from ${simulatedSubscriptions} s join payment p on p.id = s.payment_id
          join account a on a.id = p.account_id and a.email = ${person.email}`.execute(program.db);
      return rows.map(({ status }) => status);
    };
    await expect.poll(charging, backgroundTimeout).toEqual(["ENDED"]);
    await link(page, "Your subscription").click();
    await plan(page).getByText("Free", { exact: true }).waitFor();
    await button(page, "Choose monthly").waitFor();
  });

  test("stops polling after some minutes and explains what to do", async () => {
    const { page, open, confirmation, expectAccessible } = await visitAsSubscriber({ allowed: [/409/] });
    await page.clock.install();
    await page.route(onItsWay.path, (route) => route.fulfill(onItsWay.answer));
    await open(confirmation);
    await waitForText(page, "Your payment is processing.");
    await page.clock.fastForward("05:00");
    await waitForText(page, "Your payment is still processing.");
    await expectAccessible();
    await page.unroute(onItsWay.path);
    await button(page, "Check again").click();
    await waitForText(page, "Welcome to Premium.");
  });

  test("opens after a login if there is no session", async () => {
    const { confirmation, person } = await visitAsSubscriber();
    const { page, open } = await startVisit(desktop, [], program.url);
    await open(confirmation);
    await page.waitForURL(/\/login\?err=E01/);
    await logIn(page, person);
    await waitForText(page, "Welcome to Premium.");
  });

  test("sends no referrer to other sites", async () => {
    const { headers } = await fetch(`${program.url}/subscription/confirm?c=a&i=b`);
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  });
});

describe("the plan page", () => {
  test("can be used by keyboard, with every focus stop visible", async () => {
    const { page, open } = await visitAsSubscriber();
    await open("/my/subscription");
    await invoices(page).first().waitFor();
    const stops = (await tabThroughPage(page)).filter(({ area }) => area === "main");
    const names = stops.map(({ name }) => name.trim());
    expect(names).toEqual(expect.arrayContaining(["Switch to yearly", "Update card", "Cancel plan"]));
    expect(stops.filter(({ ring, seen }) => !ring || !seen)).toEqual([]);
  });

  test.each([
    ["the card was declined", true],
    ["nothing was heard of its renewal", false],
  ])("shows that a plan has no benefits after its grace period, where %s", async (_why, unpaid) => {
    const { page, open, expectAccessible } = await visitPlanPage({ screen: phone });
    const current = {
      id: 1,
      plan: "PREMIUM_YEARLY",
      renews_as: "PREMIUM_YEARLY",
      next_price_cents: 9_600,
      is_canceled: false,
      is_granted: false,
      is_unpaid: unpaid,
      expires_at: "2026-01-13T12:00:00.000Z",
      kept_until: "2026-01-20T12:00:00.000Z",
    };
    await page.route("**/api/v1/my/subscription", (route) =>
      route.fulfill({ json: { success: true, body: { is_payable: true, current, open_order: null } } }),
    );
    await open("/my/subscription");
    await plan(page).getByText("Free", { exact: true }).waitFor();
    await plan(page).getByText("Premium, yearly payment overdue", { exact: true }).waitFor();
    await plan(page)
      .getByText(/^Your plan was paid through 13 Jan 2026, .* You’re on the Free plan until it’s paid/)
      .waitFor();
    await expect(main(page).getByText("keep Premium until")).toHaveCount(0);
    await button(page, "Update card").waitFor();
    await button(page, "Cancel plan").waitFor();
    expect(await measureOverflow(page)).toBe(0);
    await expectAccessible();
  });

  test("shows on a phone which section of the studio it is", async () => {
    const { page, open } = await visitPlanPage({ screen: phone });
    await open("/my/subscription");
    await plan(page).waitFor();
    const room = page.getByRole("navigation", { name: "Studio" }).locator("[aria-current]");
    await expect(room).toHaveText("Subscription");
    const isInSight = () =>
      room.evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left >= 0 && right <= document.documentElement.clientWidth;
      });
    await expect.poll(isInSight).toBe(true);
    expect(await page.evaluate(() => [window.scrollX, window.scrollY])).toEqual([0, 0]);
  });

  test("shows a granted plan without a price or a cancel button", async () => {
    const { page, open, person, expectAccessible } = await visitPlanPage();
    await sql`
      insert into subscription (account_id, plan, expires_at, kept_until)
      select id, 'PREMIUM_YEARLY', timestamptz '2099-03-20 12:00Z', timestamptz '2099-03-20 12:00Z'
      from account where email = ${person.email}`.execute(program.db);
    await open("/my/subscription");
    await plan(page).getByText("Premium, yearly").waitFor();
    await plan(page).getByText("Complimentary until 20 Mar 2099").waitFor();
    await waitForText(page, "of 50");
    await expect(main(page).getByRole("button")).toHaveCount(0);
    await expectAccessible();
  });

  test("explains that payments are unavailable", async () => {
    const { page, open, expectAccessible } = await visitPlanPage();
    await page.route("**/api/v1/my/subscription", (route) =>
      route.fulfill({
        json: { success: true, body: { is_payable: false, current: null, open_order: null } },
      }),
    );
    await open("/my/subscription");
    await waitForText(page, "Payments aren’t enabled on this site, so Premium can’t be purchased.");
    await expect(main(page).getByRole("button")).toHaveCount(0);
    await expectAccessible();
  });

  test("explains a failure to load and can retry", async () => {
    const { page, open } = await visitPlanPage({ allowed: [/Failed to load resource/] });
    await page.route("**/api/v1/my/plan", (route) => route.abort());
    await open("/my/subscription");
    await main(page).getByRole("alert").waitFor();
    await page.unroute("**/api/v1/my/plan");
    await button(page, "Try again").click();
    await plan(page).getByText("Free", { exact: true }).waitFor();
  });
});

describe("a publisher's payouts", () => {
  const payout = (page: Page) => section(page, "Payout account");

  test("are explained among the earnings, which lead to a connected account and back", async () => {
    const { page, open, token, expectAccessible } = await visitPlanPage({ screen: phone });
    await callApi(program.url, "PATCH", "me", { key: "user_type", value: "artist" }, token);
    await open("/my/earnings");
    await page.getByRole("link", { name: "Payouts", exact: true }).click();
    await payout(page).getByText("Collected by the platform", { exact: true }).waitFor();
    await expectAccessible();
    await payout(page).getByRole("button", { name: "Set up payouts" }).click();
    await page.getByRole("heading", { name: "Your sandbox payout account" }).waitFor();
    await page.goBack();
    await payout(page).getByText("Still needed by the sandbox:", { exact: true }).waitFor();
    await payout(page).getByText("Your bank account", { exact: true }).waitFor();
    await expectAccessible();
    await payout(page).getByRole("button", { name: "Continue setup" }).click();
    await page.getByRole("button", { name: "Complete the account" }).click();
    await page.waitForURL(/\/my\/earnings\?view=payouts$/);
    await payout(page).getByText("Paid to your account", { exact: true }).waitFor();
    await expect(payout(page).getByText("Still needed")).toHaveCount(0);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await expectAccessible();
  });
});
