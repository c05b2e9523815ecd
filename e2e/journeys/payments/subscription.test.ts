import type { Page } from "playwright-core";
import { describe, test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import {
  patchCheckout,
  simulatedSubscriptions,
} from "../../../server/src/testing/payments/simulated-payments.ts";
import { desktop, phone, type Screen } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { button, link, main, waitForText } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { callApi, createPerson, createToken, logIn, type Person } from "../../harness/people.ts";
import { createPublisher } from "../../harness/publisher.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { backgroundTimeout, measureOverflow, startVisit } from "../../harness/visit.ts";

const program = openSharedProgram();

type Account = Person & { token: string };

const waitForStatus = (page: Page, text: string | RegExp) =>
  page.getByRole("status").filter({ hasText: text }).waitFor();
const section = (page: Page, title: string) =>
  main(page)
    .locator("section.leaf")
    .filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const plan = (page: Page) => section(page, "Your plan");
const waitForPlanText = (page: Page, text: string | RegExp) => plan(page).getByText(text).waitFor();
const invoices = (page: Page) => section(page, "Invoices").getByRole("listitem");
/** Answers calls of a page as the server refuses them. */
const refuseCalls = (page: Page, path: string, status: number, code: string) =>
  page.route(path, (route) =>
    route.fulfill({ status, json: { success: false, code, message: "", errors: [] } }),
  );
/** Fires the window's focus event, as when a user returns to the tab. */
const focusWindow = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("focus")));

const visit = (person: Account, screen: Screen = desktop, allowed: readonly RegExp[] = []) =>
  visitAs(person, { url: program.url, screen, allowed });

async function createAccount(): Promise<Account> {
  const person = await createPerson(program.url);
  return { ...person, token: await createToken(program.url, person) };
}

/** Orders Premium monthly by the API and returns the checkout URL. */
const orderPlan = async ({ token }: Account): Promise<string> =>
  (await callApi<{ url: string }>(program.url, "POST", "subscribe/PREMIUM_MONTHLY", undefined, token)).url;

/** Pays at a checkout and returns the path of its redirect. */
async function payCheckout(checkout: string): Promise<string> {
  const body = new URLSearchParams({ choice: "accept" });
  const response = await fetch(checkout, { method: "POST", body, redirect: "manual" });
  const { pathname, search } = new URL(response.headers.get("location") ?? "", checkout);
  return `${pathname}${search}`;
}

/** Waits until the server reports whether the account has Premium. */
async function waitForPlan({ token }: Account, premium: boolean): Promise<void> {
  const hasPremium = async () =>
    (await callApi<{ plan: string }>(program.url, "GET", "my/plan", undefined, token)).plan !== "FREE";
  await expect.poll(hasPremium, backgroundTimeout).toBe(premium);
}

/** Resumes a cancelled plan by the API. */
async function resumePlan({ token }: Account): Promise<void> {
  type Own = { current: { id: string } | null };
  const { current } = await callApi<Own>(program.url, "GET", "my/subscription", undefined, token);
  await callApi(program.url, "PATCH", `subscribe/${current?.id}`, { renews_as: "PREMIUM_MONTHLY" }, token);
}

/** Creates an account with Premium monthly; `confirmation` is the path to which its checkout led. */
async function createSubscriber(): Promise<Account & { confirmation: string }> {
  const account = await createAccount();
  const confirmation = await payCheckout(await orderPlan(account));
  await waitForPlan(account, true);
  return { ...account, confirmation };
}

test("a publisher at the limit of the free plan buys Premium monthly after a declined card", async () => {
  const publisher = await createPublisher(program.url);
  const { page, open, follow, expectAccessible } = await visit(publisher, desktop);
  await open("/my/subscription");
  await plan(page).getByText("Free", { exact: true }).waitFor();
  for (const text of ["1 of 1", "0 of 5", "$10 per month ($120 per year)", "20% off", "7%", "3%"])
    await waitForText(page, text);
  await waitForText(page, "Billed yearly: $8 a month, save 20%.");

  await button(page, "Choose monthly").click();
  await page.getByText(/This is a sandbox\. No money moves/).waitFor();
  await page.getByText("US$ 10.00 each month").first().waitFor();
  await page.getByRole("button", { name: /^Pay with a declined card/ }).click();
  await page.getByRole("alert").filter({ hasText: "Nothing was charged" }).waitFor();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await waitForText(page, "Welcome to Premium.");
  await waitForText(page, /up to 10 artists and 50 songs a month/);
  // Back does not return to the URL with the code.
  await page.waitForURL(`${program.url}/you`);
  expect(await page.evaluate(() => document.referrer)).toBe("");
  await expectAccessible();
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible({ rules: ["color-contrast"] });
  await page.reload();
  await page.getByRole("heading", { level: 1, name: publisher.name }).waitFor();
  await expect(main(page).getByText("Welcome to Premium.")).toHaveCount(0);

  await follow("/my/subscription");
  await plan(page).getByText("Premium, monthly", { exact: true }).waitFor();
  await waitForPlanText(page, /^\$10 a month, renews on \d+ \w+ \d{4}$/);
  await waitForText(page, "1 of 10");
  await expect.poll(() => invoices(page).count(), backgroundTimeout).toBe(1);
});

test("an unpaid checkout continues after Back, is paid elsewhere, and ends in one plan", {
  retry: 0,
}, async () => {
  const account = await createAccount();
  const { page, open } = await visit(account, desktop, [/503/]);
  await refuseCalls(page, "**/api/v1/subscribe/*", 503, "E0048");
  await open("/my/subscription");
  await button(page, "Choose monthly").click();
  await page.getByRole("alert").filter({ hasText: "The payment service isn’t responding" }).waitFor();
  await page.unroute("**/api/v1/subscribe/*");
  await button(page, "Choose monthly").click();
  await page.getByText(/This is a sandbox/).waitFor();
  const monthly = page.url();
  await page.goBack();
  await waitForText(page, "Checkout in progress: Premium, monthly");

  // Another plan closes the first checkout, which leads back.
  await button(page, "Choose yearly").click();
  await page.getByText("US$ 96.00 each year").first().waitFor();
  const yearly = page.url();
  await page.goto(monthly);
  await page.getByText("This checkout is closed").first().waitFor();
  await page.getByRole("link", { name: "Back to Wrapsody" }).click();
  await waitForText(page, "Checkout in progress: Premium, yearly");
  await button(page, "Continue to checkout").click();
  await page.waitForURL(yearly);

  await payCheckout(yearly);
  await waitForPlan(account, true);
  await page.reload();
  await page.getByText("This is paid in the sandbox.").waitFor();
  await page.goBack();
  await plan(page).getByText("Premium, yearly", { exact: true }).waitFor();
  await expect.poll(() => invoices(page).count(), backgroundTimeout).toBe(1);
});

describe("a paid plan", () => {
  test("is switched to yearly and back, cancelled by keyboard and resumed, also if it was resumed elsewhere", async () => {
    const account = await createSubscriber();
    const { page, open } = await visit(account, desktop, [/404/]);
    await open("/my/subscription");
    await waitForText(page, /You’re not charged now; your first year starts on/);
    await button(page, "Switch to yearly").click();
    await waitForStatus(page, /^You’ll switch to Premium, yearly on .* You weren’t charged\.$/);
    await waitForPlanText(page, /^Premium, yearly from \d+ \w+ \d{4}$/);
    await waitForPlanText(page, /From that day you pay \$96 a year/);
    await button(page, "Keep my current plan").click();
    await waitForStatus(page, "Your plan continues unchanged.");
    await button(page, "Switch to yearly").waitFor();

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
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await waitForPlanText(page, /renews on/);
    await button(page, "Cancel plan").click();
    await dialog.getByRole("button", { name: "Cancel plan" }).click();
    await waitForPlanText(page, /^Cancelled; active until \d+ \w+ \d{4}$/);
    const toast = page.getByRole("status").filter({ hasText: /^Plan cancelled\. You keep Premium until/ });
    await expect(toast).toBeFocused();
    await waitForText(page, "of 10");

    await resumePlan(account);
    // The outdated page sends its request anyway, which changes nothing.
    await button(page, "Resume plan").click();
    await waitForStatus(page, "Your plan has been resumed.");
    await waitForPlanText(page, /renews on/);
    await expect(invoices(page)).toHaveCount(1);

    // The answer of a plan that has ended meanwhile, which the page reads again.
    await refuseCalls(page, "**/api/v1/subscribe/*", 404, "E0046");
    const reading = page.waitForResponse("**/api/v1/my/subscription");
    await button(page, "Switch to yearly").click();
    await waitForStatus(page, "No subscription found");
    await reading;
  });

  test("with a declined card stays until the invoice is paid, and ends when an administrator refunds that", {
    retry: 0,
  }, async () => {
    const account = await createSubscriber();
    const { page, open } = await visit(account, phone);
    await open("/my/subscription");
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
    await waitForPlanText(page, /You keep Premium until \d+ \w+ \d{4} while we retry your card\./);
    await waitForText(page, "of 10");
    await invoices(page).getByText("Due", { exact: true }).waitFor();

    await button(page, /^Pay invoice$/).click();
    await page.getByRole("button", { name: "Pay this invoice" }).click();
    await page.getByRole("button", { name: "Pay this invoice" }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Back to Wrapsody" }).click();
    await waitForPlanText(page, /^\$10 a month, renews on/);
    await expect.poll(() => invoices(page).count(), backgroundTimeout).toBe(2);

    const admin = await createAccount();
    await sql`update account set role = 'ADMIN' where email = ${admin.email}`.execute(program.db);
    // Wraps that are public without audio answer 404 to the player.
    const desk = await visit(admin, desktop, [/404/]);
    await desk.open(`/admin/payments?q=${encodeURIComponent(account.email)}`);
    const billed = main(desk.page)
      .getByRole("group", { name: "Invoices for Wrapsody Premium, monthly" })
      .getByRole("listitem");
    const refund = (row: number) => billed.nth(row).getByRole("button", { name: /^Refund/ });
    const dialog = desk.page.getByRole("alertdialog");
    await refund(1).click();
    await dialog.getByText(/^The plan continues/).waitFor();
    await desk.page.keyboard.press("Escape");
    await refund(0).focus();
    await desk.page.keyboard.press("Enter");
    await dialog.getByText("Refund $10.00 to").waitFor();
    await dialog.getByText(/the plan ends immediately/).waitFor();
    await dialog.getByLabel("Reason").fill("Charged by mistake.");
    await dialog.getByRole("button", { name: "Refund" }).click();
    // The button that opened the dialog is gone.
    await expect(desk.page.getByRole("status").filter({ hasText: /^Refunding / })).toBeFocused();
    await waitForPlan(account, false);
    await desk.page.reload();
    await waitForText(desk.page, "Last invoice refunded");
    await billed.first().getByText("Refunded", { exact: true }).waitFor();
    await billed.first().getByText("Refund reason: Charged by mistake.").waitFor();
    await expect(refund(0)).toHaveCount(0);

    await focusWindow(page);
    await plan(page).getByText("Free", { exact: true }).waitFor();
    await invoices(page).first().getByText("$10.00 refunded").waitFor();
    await expect(main(page).getByText("refunded")).toHaveCount(1);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await invoices(page)
      .getByRole("button", { name: /^View invoice from/ })
      .first()
      .click();
    await page.getByRole("heading", { level: 1, name: /^Invoice / }).waitFor();
  });
});

describe("the return link of a checkout", () => {
  const confirmationCall = "**/api/v1/subscribe/confirm";

  test("asks for a login, waits for a pending payment, stops polling after some minutes and continues", async () => {
    const { confirmation, ...person } = await createSubscriber();
    const { headers } = await fetch(`${program.url}${confirmation}`);
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    const { page, open, expectAccessible } = await startVisit(phone, [/409/], program.url);
    await page.clock.install();
    // The provider has not reported the result of the payment.
    await refuseCalls(page, confirmationCall, 409, "E0039");
    await open(confirmation);
    await page.waitForURL(/\/login\?err=E01/);
    await logIn(page, person);
    await waitForText(page, "Your payment is processing.");
    await expectAccessible();
    await page.clock.fastForward("05:00");
    await waitForText(page, "Your payment is still processing.");
    await page.unroute(confirmationCall);
    await button(page, "Check again").click();
    await waitForText(page, "Welcome to Premium.");
    await page.waitForURL(`${program.url}/you`);
  });

  test("explains an incomplete address, an unpaid order, and a wrong amount, which starts no plan", async () => {
    const account = await createAccount();
    const { page, open, follow } = await visit(account, phone, [/409/]);
    const checkout = await orderPlan(account);
    const { rows: payments } = await sql<{ id: string }>`
      select p.id from payment p join account a on a.id = p.account_id where a.email = ${account.email}`.execute(
      program.db,
    );
    await patchCheckout(program.db, payments[0]?.id ?? "", { amount: 1_100 });
    const confirmation = await payCheckout(checkout);
    await refuseCalls(page, confirmationCall, 409, "E0040");
    await open(confirmation);
    await waitForText(page, "This payment wasn’t completed, and you weren’t charged.");
    await page.unroute(confirmationCall);
    await follow(confirmation.replace(/[?&]i=[^&]+/, ""));
    await waitForText(page, "Could not validate your order...");
    await follow(confirmation);
    await waitForText(page, "The amount paid doesn’t match the plan’s price.");
    await waitForText(
      page,
      /^Your plan wasn’t activated, you won’t be charged again, and we’ll refund you manually\./,
    );
    await expect(main(page).getByText("weren’t charged")).toHaveCount(0);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    const listCharging = async () => {
      const { rows } = await sql<{ status: string }>`
        select s.status from ${simulatedSubscriptions} s join payment p on p.id = s.payment_id
          join account a on a.id = p.account_id and a.email = ${account.email}`.execute(program.db);
      return rows.map(({ status }) => status);
    };
    await expect.poll(listCharging, backgroundTimeout).toEqual(["ENDED"]);
    await link(page, "Your subscription").click();
    await plan(page).getByText("Free", { exact: true }).waitFor();
    await button(page, "Choose monthly").waitFor();
  });
});

test("the plan page can retry a failed load, and shows a lapsed plan, a granted one, and that payments are off", async () => {
  const account = await createAccount();
  const { page, open, expectAccessible } = await visit(account, phone, [/Failed to load resource/]);
  const current = {
    id: 1,
    plan: "PREMIUM_YEARLY",
    renews_as: "PREMIUM_YEARLY",
    next_price_cents: 9_600,
    is_canceled: false,
    is_granted: false,
    is_unpaid: true,
    expires_at: "2026-01-13T12:00:00.000Z",
    kept_until: "2026-01-20T12:00:00.000Z",
  };
  let answer: object = { is_payable: true, current, open_order: null };
  await page.route("**/api/v1/my/subscription", (route) =>
    route.fulfill({ json: { success: true, body: answer } }),
  );
  await page.route("**/api/v1/my/plan", (route) => route.abort());
  await open("/my/subscription");
  await main(page).getByRole("alert").waitFor();
  await page.unroute("**/api/v1/my/plan");
  await button(page, "Try again").click();
  await plan(page).getByText("Free", { exact: true }).waitFor();
  await plan(page).getByText("Premium, yearly payment overdue", { exact: true }).waitFor();
  await waitForPlanText(
    page,
    /^Your plan was paid through 13 Jan 2026, .* You’re on the Free plan until it’s paid/,
  );
  await expect(main(page).getByText("keep Premium until")).toHaveCount(0);
  await button(page, "Update card").waitFor();
  await button(page, "Cancel plan").waitFor();
  await expectAccessible();
  await page.getByText("Menu", { exact: true }).click();
  const room = page.getByRole("navigation", { name: "Library" }).getByRole("link", { name: "Subscription" });
  await expect(room).toHaveAttribute("aria-current", "page");
  await page.keyboard.press("Escape");
  expect(await page.evaluate(() => [window.scrollX, window.scrollY])).toEqual([0, 0]);

  answer = { is_payable: false, current: null, open_order: null };
  await focusWindow(page);
  await waitForText(page, "Payments aren’t enabled on this site, so Premium can’t be purchased.");
  await expect(main(page).getByRole("button")).toHaveCount(0);

  await sql`
    insert into subscription (account_id, plan, expires_at, kept_until)
    select id, 'PREMIUM_YEARLY', timestamptz '2099-03-20 12:00Z', timestamptz '2099-03-20 12:00Z'
    from account where email = ${account.email}`.execute(program.db);
  await page.unroute("**/api/v1/my/subscription");
  await focusWindow(page);
  await waitForPlanText(page, "Premium, yearly");
  await waitForPlanText(page, "Complimentary until 20 Mar 2099");
  await waitForText(page, "of 50");
  await expect(main(page).getByRole("button")).toHaveCount(0);
});
