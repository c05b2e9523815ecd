import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../server/src/platform/database.ts";
import { desktop, phone } from "../harness/chromium.ts";
import { mintFor, newExperience } from "../harness/experiences.ts";
import { type OwnProgram, openOwnProgram } from "../harness/own-program.ts";
import { visitAs } from "../harness/signed-in.ts";
import { visit } from "../harness/visit.ts";
import { injectWallet } from "../harness/wallet.ts";

/** A machine that does much else beside takes its time to draw and to mint. */
const patience = 90_000;
const backstage = "https://ottilie.example/backstage";

let program: OwnProgram;
let made: Awaited<ReturnType<typeof newExperience>>;

beforeAll(async () => {
  program = await openOwnProgram();
  made = await newExperience(program, { codes: [backstage] });
}, 240_000);
afterAll(() => program.close());

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name });
const said = (page: Page, text: string | RegExp) => main(page).getByText(text).first().waitFor();

/** Where the code in an artwork leads whoever scans it. */
async function addressOf(artwork: number): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    select id from component where campaign_id = ${made.experience.id} and component_type = 'QR_CODE'`.execute(
    program.db,
  );
  return `/qr/redirect?c=${rows[0]?.id}&s=${made.song}&n=${artwork}`;
}

/** The page that the code leads to is somebody else's. */
const standIn = (page: Page) =>
  page.route(`${backstage}**`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Backstage</title><h1>Backstage</h1>" }),
  );

test("a code in an artwork leads its owner on, once, and nobody else", { timeout: 480_000 }, async () => {
  const { page, open, expectAccessible } = await visit(desktop, [/40[349]/], program.url);
  page.setDefaultTimeout(patience);
  await standIn(page);
  const wallet = await injectWallet(page, { url: program.url, accounts: 2 });
  const address = await addressOf(await mintFor(program, made, wallet.addresses[0] ?? ""));
  await open(address);
  await main(page).getByRole("heading", { name: "Confirm that this artwork is yours" }).waitFor();
  await button(page, "Connect Journey Wallet").click();
  await button(page, "Sign and go on").waitFor();
  await expectAccessible();

  // Its owner declines.
  wallet.refuse("personal_sign");
  await button(page, "Sign and go on").click();
  await said(page, "You declined. Nothing has changed.");
  expect(await main(page).getByText("error confirming ownership").count()).toBe(0);
  wallet.accept();

  // Another wallet.
  await wallet.use(1);
  await button(page, "Sign and go on").click();
  await said(page, "error confirming ownership");
  await said(page, "We could not confirm ownership of this NFT with the connected wallet.");
  for (const reason of ["wrong wallet", "wrong network", "link already used"]) await said(page, reason);
  await expectAccessible();

  await wallet.use(0);
  await button(page, "Sign and go on").click();
  await page.waitForURL(backstage);

  await open(address);
  await button(page, "Sign and go on").click();
  await said(page, "This link was used already.");

  const studio = await visitAs(made.publisher, { url: program.url, allowed: [/404/] });
  await studio.open(`/my/experiences/${made.experience.id}`);
  const row = main(studio.page).getByRole("row", { name: /^Code 1/ });
  await row.waitFor();
  expect((await row.getByRole("cell").allInnerTexts()).slice(0, 2)).toEqual(["3", "1"]);
  await studio.expectAccessible();
});

test("a code without a network stays where it is and can be tried again, also in Spanish on a phone", {
  timeout: 300_000,
}, async () => {
  const { page, open, expectAccessible } = await visit(
    { ...phone, locale: "es-ES" },
    [/404/, /ERR_INTERNET_DISCONNECTED/],
    program.url,
  );
  page.setDefaultTimeout(patience);
  await standIn(page);
  const wallet = await injectWallet(page, { url: program.url });
  const address = await addressOf(await mintFor(program, made, wallet.addresses[0] ?? ""));
  await open(address);
  await main(page).getByRole("heading", { name: "Confirma que esta obra es tuya" }).waitFor();
  await main(page)
    .getByRole("button", { name: /Journey Wallet/ })
    .click();
  await button(page, "Firmar y continuar").waitFor();
  await expectAccessible();
  await page.context().setOffline(true);
  await button(page, "Firmar y continuar").click();
  await main(page).getByRole("alert").waitFor();
  await page.context().setOffline(false);
  await button(page, "Firmar y continuar").click();
  await page.waitForURL(backstage);
});

test("an address that is no code says that it cannot be processed", { timeout: 120_000 }, async () => {
  const { page, open, expectAccessible } = await visit(phone, [/404/], program.url);
  await open("/qr/redirect?c=1&s=x&n=2");
  await said(page, "We were unable to process this request. Please contact support.");
  await expectAccessible();
});

test("on a phone without a wallet the wallet app opens by itself, with a word to hold on", {
  timeout: 120_000,
}, async () => {
  const { page, open, expectAccessible } = await visit(phone, [/404/], program.url);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "userAgent", { get: () => "Mozilla/5.0 (iPhone) Mobile" });
  });
  // The program as it is where it has no chain of its own, and so no demo wallet.
  await page.route("**/api/v1/chain/networks", (route) =>
    route.fulfill({ json: { success: true, code: "S0000", body: { networks: [] } } }),
  );
  let app = "";
  // The app takes over, and the page stays behind.
  await page.route("https://link.metamask.io/**", (route) => {
    app = route.request().url();
    return route.fulfill({ status: 204 });
  });
  await open("/qr/redirect?c=1&s=2&n=3");
  await said(page, "Please hold on: this browser has no wallet.");
  await expect.poll(() => app).toContain(`/dapp/${new URL(program.url).host}/qr/redirect?c=1&s=2&n=3`);
  await expectAccessible();
});
