import { readFile } from "node:fs/promises";
import type { Payout, Reconciliation } from "@wrapsody/shared/payments/payments.ts";
import type { Page } from "playwright-core";
import { beforeAll, describe, test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { patchCheckout } from "../../../server/src/testing/payments/simulated-payments.ts";
import { desktop, phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { createExperience, type Experience } from "../../harness/experiences.ts";
import { pressOn } from "../../harness/keyboard.ts";
import { link, main, readTree, waitForText } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { findLink, waitForMail } from "../../harness/mails.ts";
import { callApi, createPerson, createToken, type Person } from "../../harness/people.ts";
import { createDraft, createPublisher, type Publisher } from "../../harness/publisher.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { backgroundTimeout, measureOverflow, startVisit } from "../../harness/visit.ts";

const program = openSharedProgram();
let admin: Person & { token: string };
let seller: Publisher;
let tide: Experience;
/** Its artworks wait for a photo, so that a purchase draws and mints nothing. */
let portraits: Experience;

beforeAll(async () => {
  const person = await createPerson(program.url);
  await sql`update account set role = 'ADMIN' where email = ${person.email}`.execute(program.db);
  admin = { ...person, token: await createToken(program.url, person) };
  seller = await createPublisher(program.url);
  const sold = { publisher: seller, cost_per_nft: "12" };
  ({ experience: tide } = await createExperience(program, {
    ...sold,
  }));
  ({ experience: portraits } = await createExperience(program, {
    ...sold,
    name: "Portraits",
    photos: ["Window seat"],
    // Give nine different artworks, enough for repeated tests.
    pictures: ["salt-meridian", "concrete-lullaby", "kiln"],
  }));
});

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const waitForHeading = (page: Page, name: string) => main(page).getByRole("heading", { name }).waitFor();
const participationPath = ({ pretty_id }: Experience) => `/experiences/${pretty_id}/participate`;
const payButton = (page: Page) => button(page, "Pay $12.00 and reserve my spot");

/** Visits the site as a person. Wraps that are public without audio answer 404 to the player. */
const visit = (person: Person & { token?: string }, screen = phone) =>
  visitAs(person, { url: program.url, screen, allowed: [/404/, /409/] });

let walletCount = 0;
/** Returns a wallet address that no order has used. */
function generateWallet(): string {
  walletCount += 1;
  return `0x${(Date.now() * 1_000 + walletCount).toString(16).padStart(40, "0")}`;
}

/** Reserves a spot on another device and returns the checkout URL. */
async function reserveSpot(person: Person, { id }: Experience): Promise<string> {
  const token = await createToken(program.url, person);
  const body = { wallet: generateWallet(), qty: 1 };
  return (await callApi<{ redirect: string }>(program.url, "POST", `payment/${id}`, body, token)).redirect;
}

/** Presses a button of the checkout without following the redirect. */
async function pressCheckoutButton(checkout: string, choice: string): Promise<void> {
  const body = new URLSearchParams({ choice });
  expect((await fetch(checkout, { method: "POST", body, redirect: "manual" })).status).toBe(303);
}

/** Buys a spot that waits for a photo as a new fan, and waits until the payment is known. */
async function buySpot(experience = portraits): Promise<Person> {
  const person = await createPerson(program.url);
  await pressCheckoutButton(await reserveSpot(person, experience), "leave");
  await expect
    .poll(() => listOrders(person), backgroundTimeout)
    .toEqual([{ state: "NEEDS_MATERIAL", payment: "PAID" }]);
  return person;
}

/** Returns the id of a person's latest payment. */
async function findPaymentId({ email }: Person): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select y.id from payment y join account a on a.id = y.account_id
    where a.email = ${email} order by y.created_at desc limit 1`.execute(program.db);
  return rows[0]?.id ?? "";
}

/** Returns the confirmation path of a person's latest order, which only their session and the checkout know. */
async function findConfirmationPath(token: string, { id }: Experience): Promise<string> {
  const path = `payment/${id}`;
  const { data } = await callApi<{ data: { page: string }[] }>(program.url, "GET", path, undefined, token);
  return String(data[0]?.page);
}

/** Lists a person's orders, each with its payment. */
async function listOrders({ email }: Person) {
  const { rows } = await sql<{ state: string; payment: string }>`
    select p.state, y.state as payment
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

async function enterWallet(page: Page): Promise<void> {
  await main(page).getByRole("radio", { name: "Enter a wallet address" }).check();
  await main(page).getByRole("textbox").fill(generateWallet());
}

describe("a fan at the checkout", () => {
  test("is declined, leaves and returns to the same checkout, and gets one artwork", async () => {
    const person = await createPerson(program.url);
    const { page, open, follow, expectAccessible } = await visit(person, { ...phone, width: 320 });
    await open(participationPath(tide));
    await enterWallet(page);
    await payButton(page).click();
    await page.waitForURL(/\/sandbox\/checkout/);
    const checkout = page.url();
    await page.getByText(/This is a sandbox\. No money moves/).waitFor();
    await waitForText(page, "$12.00");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Pay");
    await button(page, /^Pay with a declined card/).click();
    await page.getByRole("alert").filter({ hasText: "Nothing was charged" }).waitFor();
    await expectAccessible();
    expect(await measureOverflow(page)).toBe(0);

    await button(page, "Cancel and go back").click();
    await page.waitForURL(/\/participate$/);
    await waitForText(page, "Reserved, payment pending");
    await waitForText(page, /^Until \d\d:\d\d/);
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await button(page, "Continue to payment").click();
    await page.waitForURL(checkout);
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await page.waitForURL(/\/participate\?c=/);
    await waitForHeading(page, "Your artwork is ready");
    await waitForText(page, "$12.00");
    await expect(main(page).getByRole("article")).toHaveCount(1);

    await follow(participationPath(tide));
    await waitForText(page, "Joined");
    await waitForText(page, "You already have a spot. This reserves another one, for another artwork.");
    await link(page, "View order").click();
    await waitForHeading(page, "Your artwork is ready");
    expect(await listOrders(person)).toEqual([{ state: "FULFILLED", payment: "PAID" }]);
  });

  test("who paid on another device adds the photo here, and sees a refund made in the meantime", async () => {
    const person = await createPerson(program.url);
    const checkout = await reserveSpot(person, portraits);
    const { page, open, follow } = await visit(person);
    await open(participationPath(portraits));
    await waitForText(page, "Already paid? Continue anyway; you won’t be charged twice.");
    // The webhook arrives after half a minute.
    await pressCheckoutButton(checkout, "late");
    await button(page, "Continue to payment").click();
    await waitForHeading(page, "Add your photo");
    await follow(participationPath(portraits));
    await waitForText(page, "Confirmed, photo needed");
    await link(page, "Add your photo").click();
    await page.waitForURL(/\/personalize\?c=/);
    await waitForHeading(page, "Add your photo");

    const path = `admin/payment/${await findPaymentId(person)}/refund`;
    await callApi(program.url, "POST", path, { reason: "The concert was called off." }, admin.token);
    await expect
      .poll(() => listOrders(person), backgroundTimeout)
      .toEqual([{ state: "REFUNDED", payment: "REFUNDED" }]);
    await page.reload();
    // The confirmation page shows why the order failed.
    await page.waitForURL(/\/participate\?c=/);
    await waitForText(page, "This payment was refunded.");
    await waitForText(page, /^Refunded \$12\.00 on .+$/);

    // As if another order had taken the last spot before this payment.
    await sql`
      update participation p set failed_by = 'E0033' from account a
      where a.id = p.account_id and a.email = ${person.email}`.execute(program.db);
    await page.reload();
    await waitForText(page, "It sold out before your order was completed. You’ll be refunded.");
    await waitForText(page, /^Refunded \$12\.00 on .+$/);
    await link(page, "All experiences").waitFor();
  });

  test("learns that an expired order was not charged, and that a wrong amount is refunded", async () => {
    const person = await createPerson(program.url);
    const { page, open, token } = await visit(person);
    await open(participationPath(tide));
    await enterWallet(page);
    // Leaves the page and returns to it from the back/forward cache: nothing is loaded again.
    const left = Promise.withResolvers<void>();
    await page.route("**/sandbox/checkout/**", async (route) => {
      await route.fulfill({ status: 204 });
      left.resolve();
    });
    await payButton(page).click();
    await waitForText(page, "Redirecting…");
    await left.promise;
    await page.unroute("**/sandbox/checkout/**");
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await waitForText(page, "Reserved, payment pending");
    await payButton(page).click();
    await page.waitForURL(/\/sandbox\/checkout/);
    const order = await findConfirmationPath(token, tide);
    await expireReservations(person);
    await page.goto(order);
    await waitForText(page, "This payment wasn’t completed, and you weren’t charged.");
    await waitForText(page, "Your spot has been released. You can reserve it again.");
    await link(page, "Try again").click();
    await page.waitForURL(/\/participate$/);
    await payButton(page).waitFor();
    await expect(main(page).getByText("Reserved")).toHaveCount(0);
    expect(await listOrders(person)).toEqual([{ state: "EXPIRED", payment: "EXPIRED" }]);

    await enterWallet(page);
    await payButton(page).click();
    await page.waitForURL(/\/sandbox\/checkout/);
    await patchCheckout(program.db, await findPaymentId(person), { amount: 1_100 });
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await page.waitForURL(/\/participate\?c=/);
    await waitForText(page, "The amount paid doesn’t match the price.");
    const number = new URL(page.url()).searchParams.get("i");
    await waitForText(page, new RegExp(`^Your spot isn’t confirmed, .* quote order ${number}\\.$`));
    await expect(main(page).getByText("weren’t charged")).toHaveCount(0);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    const expired = { state: "EXPIRED", payment: "EXPIRED" };
    expect(await listOrders(person)).toEqual([expired, expired]);
  });
});

test("an administrator sees the last reconciliation, resolves payments by keyboard and refunds one with a reason", async () => {
  const [person, other] = [await buySpot(), await buySpot()];
  await sql`
    with ordered as (update participation set created_at = now() - interval '8 days'
      where account_id in (select id from account where email in (${person.email}, ${other.email})) returning id::text as reference)
    update payment y set paid_at = now() - interval '8 days' from ordered
    where y.kind = 'PARTICIPATION' and y.reference = ordered.reference`.execute(program.db);
  const { page, open, expectAccessible } = await visit(admin, desktop);
  const at = new Date(Date.now() - 27 * 3_600_000).toISOString();
  const [failed, stranger] = ["0f3b5a0e-9a53-4d7c-8a53-6e4f1d1b2c3d", "cs_5b1c9e"];
  const reconciliation: Reconciliation = {
    id: 1,
    provider: "SANDBOX",
    compared: 12,
    repaired: 1,
    started_at: at,
    finished_at: at,
    failed: [failed],
    strangers: [stranger],
  };
  await page.route("**/api/v1/admin/reconciliations?*", (route) =>
    route.fulfill({ json: { success: true, body: { data: [reconciliation], total: 1 } } }),
  );
  await open("/admin/payments");
  const comparison = main(page).getByRole("region", { name: "Reconciliation" });
  for (const text of [
    /^The daily reconciliation hasn’t run since \d+ \w+ \d{4}, \d\d:\d\d\.$/,
    /^\d+ \w+ \d{4}, \d\d:\d\d: 12 payments reconciled, 1 corrected\.$/,
    "1 payment couldn’t be reconciled:",
    failed,
    "The provider reports a payment that isn’t in our records:",
    stranger,
  ])
    await comparison.getByText(text).waitFor();

  await expect(link(page, /needs? attention$/)).toHaveAttribute("href", "/admin/payments?show=STUCK");
  await page.getByLabel("Show").selectOption("STUCK");
  await page.waitForURL(/show=STUCK/);
  const rowOf = ({ email }: Person) => main(page).getByRole("listitem").filter({ hasText: email });
  const row = rowOf(person);
  await row.getByText("Paid, but waiting for photos for more than a week.").waitFor();
  const line = await row.locator(".payment-line").boundingBox();
  expect(line?.height).toBeLessThan(60);
  await row.getByRole("button", { name: "Portraits", exact: true }).click();
  const number = (await row.locator(".payment-number").textContent()) ?? "";
  await expectAccessible();
  const resolved = main(page).getByRole("status").filter({ hasText: "“Portraits” is marked as resolved." });
  // The second payment gets the same message as the first.
  for (const openRow of [row, rowOf(other)]) {
    await pressOn(page, openRow.getByRole("button", { name: "Mark as resolved: Portraits" }));
    await resolved.waitFor();
    await openRow.waitFor({ state: "detached" });
    // The focused button is gone.
    await expect(resolved).toBeFocused();
  }

  const typed = main(page).getByRole("searchbox", { name: "Order number, email, name or title" });
  await typed.fill(number);
  await typed.press("Enter");
  await waitForText(page, "No matching payments");
  await link(page, "All payments").click();
  // The filter is reset with the list.
  await expect(typed).toHaveValue("");
  await typed.fill(number);
  await typed.press("Enter");
  await main(page)
    .getByText(/^1 payment, \$[\d.,]+ in total$/)
    .waitFor();
  await row.getByText("$12.00").waitFor();
  // The only result is open.
  await row.getByRole("definition").filter({ hasText: person.email }).waitFor();
  await row.getByText(/waiting for photos for more than a week\. Resolved on \d+ \w+ \d{4}\./).waitFor();
  await expect(row.getByRole("button", { name: /^Mark as resolved/ })).toHaveCount(0);

  await row.getByRole("button", { name: /^Refund: Portraits/ }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText(/This can’t be undone/).waitFor();
  await dialog.getByRole("button", { name: "Refund" }).click();
  await dialog.getByText("Required").waitFor();
  await dialog.getByLabel("Reason").fill("The concert was called off.");
  await dialog.getByRole("button", { name: "Refund" }).click();
  await main(page).getByRole("status").filter({ hasText: "Refunding “Portraits”." }).waitFor();
  await row.getByText("Refund reason: The concert was called off.").waitFor();
  await expect(row.getByRole("button", { name: /^Refund/ })).toHaveCount(0);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await measureOverflow(page)).toBe(0);
});

type Earned = {
  lines: { orders: number; refunds: number }[];
  total: Record<"sold" | "paid_back" | "gross" | "platform_fee" | "provider_fee" | "net", number>;
};
const usd = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

const readEarnings = (token: string) => callApi<Earned>(program.url, "GET", "my/earnings", undefined, token);

/** Presses a button that saves a file and returns its text. */
async function download(page: Page, name: string): Promise<string> {
  const saving = page.waitForEvent("download");
  await button(page, name).click();
  return readFile(await (await saving).path(), "utf8");
}

/** Adds up a column of a CSV file, in cents. */
function sumColumn(file: string, name: string): number {
  const [head = "", ...rows] = file.replace("\uFEFF", "").trimEnd().split("\r\n");
  const at = head.split(",").indexOf(name);
  expect(at).toBeGreaterThan(-1);
  return rows.reduce((sum, row) => sum + Math.round(Number(row.split(",")[at]) * 100), 0);
}

describe("a publisher", () => {
  test("reads monthly earnings by keyboard on a phone and exports files that add up", async () => {
    await buySpot();
    const { page, open, token } = await visit(seller);
    await open("/my/earnings");
    await waitForHeading(page, "Earnings");
    await expect(main(page).locator(".earn-statement > :first-child")).toContainText(
      /^Net.*Set up payouts ?$/,
    );
    const { lines, total } = await readEarnings(token);
    const sold = lines.reduce((sum, { orders, refunds }) => sum + orders - refunds, 0);
    expect(total).toMatchObject({ gross: 1_200 * sold, platform_fee: 84 * sold });
    expect(total.sold + total.paid_back).toBe(total.gross);
    for (const name of ["sold", "paid_back", "provider_fee", "platform_fee", "net"] as const)
      await waitForText(page, usd.format(total[name] / 100));
    for (const name of ["Statement (CSV)", "All orders (CSV)"]) {
      const file = await download(page, name);
      for (const column of ["gross", "platform_fee", "provider_fee", "net"] as const)
        expect([column, sumColumn(file, column)]).toEqual([column, total[column]]);
      expect(sumColumn(file, "share")).toBe(total.net);
    }

    const chart = main(page).getByRole("slider", { name: "Net by month" });
    await chart.focus();
    const now = (await chart.getAttribute("aria-valuetext")) ?? "no value";
    // The month before may have sales that another test has dated back.
    await page.keyboard.press("Home");
    await expect(chart).not.toHaveAttribute("aria-valuetext", now);
    await main(page).locator(".bar-readout").getByText("$0.00").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await readTree(main(page).getByRole("figure").first())).toMatch(
      /^- figure "This month so far":\n {2}- paragraph: "Best month: .+ \$[\d.]+"\n {2}- slider "Net by month": "11"\n/,
    );
    const table = main(page).getByRole("table").filter({ hasText: "Gross sales" }).first();
    await expect(table.getByRole("row")).toHaveCount(13);
    const [month = "no month", sum = "no sum"] = now.split(": ");
    const row = table.getByRole("row").filter({ hasText: month });
    await expect(row.getByRole("cell").last()).toHaveText(sum);
    await main(page).getByText(String(new Date().getUTCFullYear()), { exact: true }).click();
    await page.waitForURL(/year=20\d\d$/);
  });

  test("connects a payout account, and sees payouts on the page and in the accounting file", async () => {
    const { experience, publisher } = await createExperience(program, {
      cost_per_nft: "12",
      photos: ["Window seat"],
    });
    const { page, open, follow, token } = await visit(publisher, desktop);
    await open("/my/earnings?view=payouts");
    await waitForText(page, "Collected by the platform");
    await waitForText(page, "No payouts yet.");
    await button(page, "Set up payouts").click();
    await page.getByRole("heading", { name: "Your sandbox payout account" }).waitFor();
    await page.goBack();
    await waitForText(page, "Still needed by the sandbox:");
    await waitForText(page, "Your bank account");
    await button(page, "Continue setup").click();
    await button(page, "Complete the account").click();
    await page.waitForURL(/view=payouts$/);
    await waitForText(page, "Paid to your account");
    await expect(main(page).getByText("Still needed")).toHaveCount(0);
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

    const rows = main(page).locator(".earn-payout-table tbody tr");
    const waitForState = async (state: Payout["state"], name: string) => {
      type Payouts = { data: Payout[] };
      const readStates = async () =>
        (await callApi<Payouts>(program.url, "GET", "my/payouts", undefined, token)).data.map(
          (each) => each.state,
        );
      await expect.poll(readStates, backgroundTimeout).toEqual([state]);
      await page.reload();
      await expect(rows).toHaveText([new RegExp(`${name}.*1 order.*\\$11\\.16`)]);
    };
    await button(page, "View account").click();
    await page.getByRole("heading", { name: "Your sandbox payout account" }).waitFor();
    const account = page.url();
    await button(page, "Pay out the balance now").click();
    await page.waitForURL(/view=payouts$/);
    await waitForState("IN_TRANSIT", "On its way");
    await pressCheckoutButton(account, "arrive");
    await waitForState("PAID", "Paid");
    await expect(standing("Pending")).toHaveText("$0.00");
    await expect(standing("Paid")).toHaveText("$11.16");

    await follow("/my/earnings");
    const { total } = await readEarnings(token);
    const file = await download(page, "Accounting (CSV)");
    expect(sumColumn(file, "gross")).toBe(total.sold);
    expect(sumColumn(file, "refund")).toBe(total.paid_back);
    expect(sumColumn(file, "fee")).toBe(total.provider_fee + total.platform_fee);
    expect(sumColumn(file, "net")).toBe(total.net);
    expect(sumColumn(file, "paid_out")).toBe(1_116);
    const [, payout] = /,PAYOUT,.*,(po_\w+),PAID\r/.exec(file) ?? [];
    expect(file).toMatch(new RegExp(`,ORDER,.*,USD,12,0,0,12,0,0,${payout},`));
  });

  test("proposes splits, which their owner confirms by the link of an email", async () => {
    const song = await createDraft(program.url, seller, { name: "Salt Meridian" });
    await sql`update song set status = 'ACTIVE', listed_at = now() where id = ${song.id}`.execute(program.db);
    const owner = await createPerson(program.url);
    const owners = [{ name: "Ida Stenmark", ownership: 100, royalty: 100, email: owner.email }];
    await callApi(program.url, "PATCH", `song/${song.id}`, { owners }, seller.token);
    const mail = await waitForMail(program.url, owner.email, { subject: /confirm a change/i });
    const { pathname, search } = new URL(findLink(mail));
    const { page, open } = await visit(owner);
    await open(`${pathname}${search}`);
    await waitForText(page, "Waiting for you");
    await button(page, "Confirm").click();
    await waitForText(page, "You confirmed the splits of Salt Meridian.");
    await waitForText(page, "100% ownership, 100% of royalties");
  });

  test("turns off emails about sales by their link without a session, and on again in the settings by keyboard", async () => {
    await buySpot();
    await sql`select graphile_worker.add_job('send-earning-digests')`.execute(program.db);
    const mail = await waitForMail(program.url, seller.email, { subject: /new orders/i });
    const [unsubscription = ""] = /http\S+\/unsubscribe\/sales\.\S+/.exec(mail.text) ?? [];
    const anonymous = await startVisit(phone, [], program.url);
    await anonymous.page.goto(unsubscription);
    await anonymous.page.getByRole("heading", { name: "Turn off emails about sales?" }).waitFor();
    await anonymous.expectAccessible();
    expect(await measureOverflow(anonymous.page)).toBeLessThanOrEqual(0);
    await button(anonymous.page, "Turn off").click();
    await anonymous.page.getByText("You’ll no longer get emails about sales.").waitFor();

    const { page, open, token } = await visit(seller);
    await callApi(program.url, "PATCH", "me", { key: "user_type", value: "artist" }, token);
    await open("/my/settings");
    const sales = main(page).getByRole("checkbox", { name: /^Sales/ });
    await sales.waitFor();
    await expect(sales).toBeChecked({ checked: false });
    await sales.focus();
    await page.keyboard.press("Space");
    await waitForText(page, "Sales: emails turned on.");
    await page.reload();
    await expect(sales).toBeChecked();
  });
});
