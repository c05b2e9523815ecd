import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, test } from "vitest";
import { sql } from "../../server/src/platform/database/database.ts";
import { decodeQrCode } from "../../server/src/testing/media/qr-codes.ts";
import { desktop, phone } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { createExperience, mintArtwork } from "../harness/experiences.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { openSharedProgram, type TestProgram } from "../harness/test-program.ts";
import { backgroundTimeout, startVisit, type Visit } from "../harness/visit.ts";
import { injectWallet } from "../harness/wallet.ts";

const backstage = "https://ottilie.example/backstage";

let program: TestProgram;
let fixture: Awaited<ReturnType<typeof createExperience>>;

beforeAll(() => {
  program = openSharedProgram();
});
afterAll(() => program.close());

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name });
const waitForText = (page: Page, text: string | RegExp) => main(page).getByText(text).first().waitFor();

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

/** Opens the studio's numbers of scans and confirmed scans of the code. */
async function openScans() {
  const studio = await visitAs(fixture.publisher, { url: program.url, allowed: [/404/] });
  await studio.open(`/my/experiences/${fixture.experience.id}`);
  const row = main(studio.page).getByRole("row", { name: /^Code 1/ });
  const readScans = async () => {
    await studio.page.reload();
    await row.waitFor();
    return (await row.getByRole("cell").allInnerTexts()).slice(0, 2);
  };
  return { studio, readScans };
}

describe("a QR code in an artwork", () => {
  // Its scans are counted from none in each test.
  beforeEach(async () => {
    fixture = await createExperience(program, { codes: [backstage] });
  });

  test("redirects its owner once, and no one else", { retry: 0 }, async () => {
    const visited = await startVisit(desktop, [/40[349]|503/], program.url);
    const { page, open, expectAccessible } = visited;
    await stubTargetPage(page);
    const wallet = await injectWallet(page, { url: program.url, accounts: 2 });
    const artwork = await mintArtwork(program, fixture, wallet.addresses[0] ?? "");
    const scanned = await scanCode(visited, artwork);
    const address = await findCodeAddress(artwork);
    expect(scanned).toBe(`${program.url}${address}`);
    await open(address);
    await main(page).getByRole("heading", { name: "Confirm you own this artwork" }).waitFor();
    await button(page, "Connect Journey Wallet").click();
    await button(page, "Sign and continue").waitFor();
    await expectAccessible();

    // The owner declines.
    wallet.rejectRequests("personal_sign");
    await button(page, "Sign and continue").click();
    await waitForText(page, "You rejected the request. Nothing has changed.");
    await expect(main(page).getByText("error confirming ownership")).toHaveCount(0);
    wallet.acceptRequests();

    // A network that this program does not support.
    const onNetwork = (network: string) =>
      sql`update campaign set contract_network = ${network} where id = ${fixture.experience.id}`.execute(
        program.db,
      );
    await onNetwork("LINEA");
    await button(page, "Sign and continue").click();
    await waitForText(page, "The network isn’t responding. Please try again.");
    await onNetwork("LOCAL");

    // Another wallet, which gets no signature request.
    const signed = () => wallet.requests.filter((method) => method === "personal_sign").length;
    const before = signed();
    await wallet.switchAccount(1);
    await button(page, "Sign and continue").click();
    await waitForText(page, "error confirming ownership");
    await waitForText(page, "We could not confirm ownership of this NFT with the connected wallet.");
    for (const reason of ["wrong wallet", "wrong network", "link already used"])
      await waitForText(page, reason);
    expect(signed()).toBe(before);
    await expectAccessible();

    await wallet.switchAccount(0);
    await button(page, "Sign and continue").click();
    await page.waitForURL(backstage);

    await open(address);
    await button(page, "Sign and continue").click();
    await waitForText(page, "This link has already been used.");

    // Repeated tries of one person count once. Scans are counted asynchronously.
    const { readScans } = await openScans();
    await expect.poll(readScans, backgroundTimeout).toEqual(["1", "1"]);
  });

  test("counts a scan without a wallet too, and is not tracked without a secure link", async () => {
    const { studio, readScans } = await openScans();
    const [scans, confirmed] = await readScans();
    const artwork = await mintArtwork(program, fixture, `0x${"5c".repeat(20)}`);
    const stranger = await startVisit(phone, [/404/], program.url);
    await stranger.open(await findCodeAddress(artwork));
    await expect.poll(readScans, backgroundTimeout).toEqual([String(Number(scans) + 1), confirmed]);
    await studio.expectAccessible();
    await sql`update component set secure_link = false where campaign_id = ${fixture.experience.id} and component_type = 'QR_CODE'`.execute(
      program.db,
    );
    await studio.page.reload();
    await waitForText(
      studio.page,
      "Not tracked: Code 1. Codes without a secure link go straight to their target.",
    );
    await studio.expectAccessible();
  });

  test("can be used by its owner after an expired message or a lost response", async () => {
    const { page, open, expectAccessible } = await startVisit(
      desktop,
      [/40[04]|429/, /ERR_FAILED|ERR_CONNECTION/],
      program.url,
    );
    await stubTargetPage(page);
    const wallet = await injectWallet(page, { url: program.url });
    const signed = () => wallet.requests.filter((method) => method === "personal_sign").length;
    const owner = wallet.addresses[0] ?? "";
    await open(await findCodeAddress(await mintArtwork(program, fixture, owner)));
    await button(page, "Connect Journey Wallet").click();

    // The scan is rate limited: that says nothing about ownership.
    await page.route(
      "**/api/v1/qr/message",
      (route) =>
        route.fulfill({
          status: 429,
          json: {
            success: false,
            code: "E0010",
            errors: [],
            message: "Too many requests. Please wait a moment and try again.",
          },
        }),
      { times: 1 },
    );
    await button(page, "Sign and continue").click();
    await waitForText(page, "Too many attempts. Wait a few minutes and try again.");
    await expect(main(page).getByText("error confirming ownership")).toHaveCount(0);
    await expectAccessible();

    // More than five minutes pass between the message and the signature.
    await page.route(
      "**/api/v1/qr/confirm",
      async (route) => {
        await sql`
        update wallet_proof set expires_at = expires_at - interval '301 seconds' where address = ${owner}`.execute(
          program.db,
        );
        await route.continue();
      },
      { times: 1 },
    );
    await button(page, "Sign and continue").click();
    await waitForText(page, "This message has expired or was already used. Please try again.");
    expect(signed()).toBe(1);
    await expectAccessible();

    // The code is confirmed, but the response is lost.
    await page.route(
      "**/api/v1/qr/confirm",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await button(page, "Sign and continue").click();
    await waitForText(page, "No response. Check your connection and try again.");
    await expect(main(page).getByText("error confirming ownership")).toHaveCount(0);
    expect(signed()).toBe(2);
    await expectAccessible();
    await page.reload();
    await page.locator("html[data-ready]").waitFor({ state: "attached" });
    await button(page, "Sign and continue").click();
    await page.waitForURL(backstage);
    expect(signed()).toBe(2);
  });

  test("has a page that stays offline and can be retried, also in Spanish on a phone", async () => {
    const { page, open, expectAccessible } = await startVisit(
      { ...phone, locale: "es-ES" },
      [/404/, /ERR_INTERNET_DISCONNECTED/],
      program.url,
    );
    await stubTargetPage(page);
    const wallet = await injectWallet(page, { url: program.url });
    const address = await findCodeAddress(await mintArtwork(program, fixture, wallet.addresses[0] ?? ""));
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
});

test("an invalid code address reports that it cannot be processed", async () => {
  const { page, open, expectAccessible } = await startVisit(phone, [/404/], program.url);
  await open("/qr/redirect?c=1&s=x&n=2");
  await waitForText(page, "We were unable to process this request. Please contact support.");
  await expectAccessible();
});

test("a wallet without an account, or one that does not respond, is reported", async () => {
  const { page, open, expectAccessible } = await startVisit(desktop, [/404/, /ERR_FAILED/], program.url);
  await injectWallet(page, { url: program.url, accounts: 0 });
  await page.route("**/assets/demo-provider-*.js", (route) => route.abort());
  await open("/qr/redirect?c=1&s=2&n=3");
  await button(page, "Connect Journey Wallet").click();
  await waitForText(page, "We could not load your wallet accounts.");
  await expectAccessible();
  await button(page, "Use the demo wallet").click();
  await waitForText(
    page,
    "We were unable to connect to your wallet. Please try a browser with built-in wallet support.",
  );
  await expectAccessible();
  // Failed requests are retried without a reload.
  await page.unroute("**/assets/demo-provider-*.js");
  await button(page, "Use the demo wallet").click();
  await button(page, "Sign and continue").click();
  await waitForText(page, "We were unable to process this request. Please contact support.");
});

test("a phone without a wallet opens the wallet app automatically", async () => {
  const { page, open, expectAccessible } = await startVisit(phone, [/404/], program.url);
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
  await expect.poll(() => app).toContain(`/dapp/${new URL(program.url).host}/qr/redirect?c=1&s=2&n=3&seen=1`);
  await expectAccessible();
});
