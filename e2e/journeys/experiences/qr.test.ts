import type { Locator, Page, Route } from "playwright-core";
import { beforeAll, describe, test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { decodeQrCode } from "../../../server/src/testing/media/qr-codes.ts";
import { desktop, phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { createExperience, mintArtwork } from "../../harness/experiences.ts";
import { button, main, waitForText } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { backgroundTimeout, startVisit, type Visit } from "../../harness/visit.ts";
import { type InjectedWallet, injectWallet } from "../../harness/wallet.ts";

const backstage = "https://ottilie.example/backstage";

const program = openSharedProgram();
let fixture: Awaited<ReturnType<typeof createExperience>>;

beforeAll(async () => {
  // Gives nine different artworks, enough for repeated tests.
  const pictures = ["salt-meridian", "concrete-lullaby", "kiln"];
  fixture = await createExperience(program, { pictures, codes: [backstage] });
});

/** Finds the URL that the code in an artwork encodes. */
async function findCodeAddress(artwork: number): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    select id from component where campaign_id = ${fixture.experience.id} and component_type = 'QR_CODE'`.execute(
    program.db,
  );
  return `/qr/redirect?c=${rows[0]?.id}&s=${fixture.song}&n=${artwork}`;
}

/** Camera distances in pixels: a person moves the camera until the code reads. */
const distances = [900, 700, 1_150];

/** Scans the code in an artwork as a phone camera would, and returns its text. */
async function scanCode({ page, open }: Visit, artwork: number): Promise<string> {
  await open(`/experiences/${fixture.experience.pretty_id}/participant/${artwork}`);
  const picture = main(page)
    .getByRole("img", { name: /^Artwork/ })
    .first();
  await picture.waitFor();
  for (const side of distances) {
    const read = decodeQrCode(await readPixels(picture, side));
    if (read !== undefined) return read;
  }
  throw new Error("No camera reads the code in this artwork.");
}

async function readPixels(picture: Locator, side: number): Promise<Buffer> {
  const pixels = await picture.evaluate(async (image, side) => {
    if (!(image instanceof HTMLImageElement)) throw new Error("This is no picture.");
    await image.decode();
    const canvas = new OffscreenCanvas(side, side).getContext("2d");
    canvas?.drawImage(image, 0, 0, side, side);
    const bytes = canvas?.getImageData(0, 0, side, side).data ?? new Uint8ClampedArray();
    let text = "";
    for (let at = 0; at < bytes.length; at += 8192)
      text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text);
  }, side);
  return Buffer.from(pixels, "base64");
}

/** Stubs the external page to which the code leads. */
const stubTargetPage = (page: Page) =>
  page.route(`${backstage}**`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Backstage</title><h1>Backstage</h1>" }),
  );

const countSignatures = ({ requests }: InjectedWallet) =>
  requests.filter((method) => method === "personal_sign").length;

describe("a QR code in an artwork", () => {
  test("redirects its owner once, and no one else, and its publisher sees who scanned it", {
    retry: 0,
  }, async () => {
    const studio = await visitAs(fixture.publisher, { url: program.url, allowed: [/404/] });
    await studio.open(`/my/experiences/${fixture.experience.id}?tab=components`);
    const row = main(studio.page).getByRole("row", { name: /^Code 1/ });
    const readScans = async () => {
      await row.waitFor();
      return (await row.getByRole("cell").allInnerTexts()).slice(0, 2).map(Number);
    };
    const [scans = 0, confirmed = 0] = await readScans();
    const countScans = async () => {
      const { rows } = await sql<{ count: number }>`
        select coalesce(sum(s.scans), 0)::int as count from qr_scan s join component c on c.id = s.component_id
        where c.campaign_id = ${fixture.experience.id}`.execute(program.db);
      return rows[0]?.count;
    };

    const visited = await startVisit(desktop, [/40[349]/], program.url);
    const { page, open, follow, expectAccessible } = visited;
    await stubTargetPage(page);
    const wallet = await injectWallet(page, { url: program.url, accounts: 2 });
    const artwork = await mintArtwork(program, fixture, wallet.addresses[0] ?? "");
    const address = await findCodeAddress(artwork);
    expect(await scanCode(visited, artwork)).toBe(`${program.url}${address}`);
    await follow(address);
    await main(page).getByRole("heading", { name: "Confirm you own this artwork" }).waitFor();
    await button(page, "Connect Journey Wallet").click();
    await button(page, "Sign and continue").waitFor();
    await expectAccessible();

    wallet.rejectRequests("personal_sign");
    await button(page, "Sign and continue").click();
    await waitForText(page, "You rejected the request. Nothing has changed.");
    await expect(main(page).getByText("error confirming ownership")).toHaveCount(0);
    wallet.acceptRequests();

    // Another wallet gets no signature request.
    const before = countSignatures(wallet);
    await wallet.switchAccount(1);
    await button(page, "Sign and continue").click();
    await waitForText(page, "We could not confirm ownership of this NFT with the connected wallet.");
    for (const reason of ["wrong wallet", "wrong network", "link already used"])
      await waitForText(page, reason);
    expect(countSignatures(wallet)).toBe(before);

    await wallet.switchAccount(0);
    await button(page, "Sign and continue").click();
    await page.waitForURL(backstage);
    await open(address);
    await button(page, "Sign and continue").click();
    await waitForText(page, "This link has already been used.");

    // Repeated tries of one person count once, and a scan without a wallet counts too. Both are counted asynchronously.
    const stranger = await startVisit(phone, [/404/], program.url);
    await stranger.open(address);
    await expect.poll(countScans, backgroundTimeout).toBe(scans + 2);
    await studio.page.reload();
    expect(await readScans()).toEqual([scans + 2, confirmed + 1]);

    const secureCode = (isSecure: boolean) =>
      sql`
        update component set secure_link = ${isSecure}
        where campaign_id = ${fixture.experience.id} and component_type = 'QR_CODE'`.execute(program.db);
    await secureCode(false);
    await studio.page.reload();
    await waitForText(
      studio.page,
      "Not tracked: Code 1. Codes without a secure link go straight to their target.",
    );
    await secureCode(true);
  });

  test("can be used by its owner after an expired message or a lost response", async () => {
    const { page, open } = await startVisit(
      desktop,
      [/40[04]|429/, /ERR_FAILED|ERR_CONNECTION/],
      program.url,
    );
    await stubTargetPage(page);
    const wallet = await injectWallet(page, { url: program.url });
    const owner = wallet.addresses[0] ?? "";
    await open(await findCodeAddress(await mintArtwork(program, fixture, owner)));
    await button(page, "Connect Journey Wallet").click();

    // The scan is rate limited: that says nothing about ownership.
    const tooMany = { success: false, code: "E0010", errors: [], message: "Too many requests." };
    await page.route("**/api/v1/qr/message", (route) => route.fulfill({ status: 429, json: tooMany }), {
      times: 1,
    });
    await button(page, "Sign and continue").click();
    await waitForText(page, "Too many attempts. Wait a few minutes and try again.");
    await expect(main(page).getByText("error confirming ownership")).toHaveCount(0);

    /** Runs a change once, while the page waits for its confirmation. */
    const interceptConfirmation = (change: (route: Route) => Promise<void>) =>
      page.route("**/api/v1/qr/confirm", change, { times: 1 });
    // More than five minutes pass between the message and the signature.
    await interceptConfirmation(async (route) => {
      await sql`
        update wallet_proof set expires_at = expires_at - interval '301 seconds' where address = ${owner}`.execute(
        program.db,
      );
      await route.continue();
    });
    // The wallet never answers the first request.
    wallet.ignoreRequests("personal_sign");
    await button(page, "Sign and continue").click();
    await waitForText(page, "Sign within 5 minutes.");
    wallet.acceptRequests();
    await button(page, "Start again with a new message").click();
    await waitForText(page, "This message has expired or was already used. Please try again.");
    expect(countSignatures(wallet)).toBe(2);

    // The code is confirmed, but the response is lost.
    await interceptConfirmation(async (route) => {
      await route.fetch();
      await route.abort();
    });
    await button(page, "Sign and continue").click();
    await waitForText(page, "No response. Check your connection and try again.");
    await expect(main(page).getByText("error confirming ownership")).toHaveCount(0);
    expect(countSignatures(wallet)).toBe(3);
    await page.reload();
    await page.locator("html[data-ready]").waitFor({ state: "attached" });
    await button(page, "Sign and continue").click();
    await page.waitForURL(backstage);
    expect(countSignatures(wallet)).toBe(3);
  });
});

test("a wallet without an account, one that does not respond, and an invalid code are reported", async () => {
  const { page, open } = await startVisit(desktop, [/404/, /ERR_FAILED/], program.url);
  await injectWallet(page, { url: program.url, accounts: 0 });
  await page.route("**/assets/demo-provider-*.js", (route) => route.abort());
  await open("/qr/redirect?c=1&s=2&n=3");
  await button(page, "Connect Journey Wallet").click();
  await waitForText(page, "We could not load your wallet accounts.");
  await button(page, "Use the demo wallet").click();
  await waitForText(
    page,
    "We were unable to connect to your wallet. Please try a browser with built-in wallet support.",
  );
  // Failed requests are retried without a reload.
  await page.unroute("**/assets/demo-provider-*.js");
  await button(page, "Use the demo wallet").click();
  await button(page, "Sign and continue").click();
  await waitForText(page, "We were unable to process this request. Please contact support.");
});

test("a phone without a wallet offers its wallet app, which opens the same page, and never opens it by itself", async () => {
  const { page, open } = await startVisit(phone, [/404/], program.url);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "userAgent", { get: () => "Mozilla/5.0 (iPhone) Mobile" });
  });
  // A program without a local chain offers no demo wallet.
  await page.route("**/api/v1/chain/networks", (route) =>
    route.fulfill({ json: { success: true, code: "S0000", body: { networks: [] } } }),
  );
  let app = "";
  // The app takes over, and the page stays in the background.
  await page.route("https://link.metamask.io/**", (route) => {
    app = route.request().url();
    return route.fulfill({ status: 204 });
  });
  await open("/qr/redirect?c=1&s=2&n=3");
  await waitForText(page, "This browser has no wallet.");
  expect(app).toBe("");
  await page.getByRole("link", { name: "Open in wallet app" }).click();
  const { host } = new URL(program.url);
  await expect.poll(() => app).toContain(`/dapp/${host}/qr/redirect?c=1&s=2&n=3&seen=1&lang=en`);
});
