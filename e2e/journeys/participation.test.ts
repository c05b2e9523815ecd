import { randomBytes } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { sql } from "../../server/src/platform/database/database.ts";
import { desktop, phone, type Screen } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { createExperience, type Experience } from "../harness/experiences.ts";
import { tabThroughPage } from "../harness/keyboard.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { callApi, createPerson, createToken, logIn, type Person } from "../harness/people.ts";
import { buildPng, coverPath } from "../harness/publisher.ts";
import { openSharedProgram, type TestProgram } from "../harness/test-program.ts";
import { backgroundTimeout, measureOverflow, startVisit, type Visit } from "../harness/visit.ts";

let program: TestProgram;
let tide: Experience;

beforeAll(async () => {
  program = openSharedProgram();
  ({ experience: tide } = await createExperience(program, {
    // Give 25 different artworks, enough for repeated tests.
    pictures: ["salt-meridian", "concrete-lullaby", "kiln", "sodium", "moth-hours"],
  }));
});
afterAll(() => program.close());

type VisitOptions = { person?: Person; screen?: Screen; allowed?: readonly RegExp[] };

/** Visits the site as a fan. Wraps that are public without audio answer 404 to the player. */
async function visitAsFan({
  person,
  allowed = [],
  ...options
}: VisitOptions = {}): Promise<Visit & { token: string; person: Person }> {
  const fan = person ?? (await createPerson(program.url));
  const visited = await visitAs(fan, { url: program.url, allowed: [/404/, ...allowed], ...options });
  return { ...visited, person: fan };
}

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name });
const link = (page: Page, name: string | RegExp) => main(page).getByRole("link", { name });
const waitForText = (page: Page, text: string | RegExp) => main(page).getByText(text).first().waitFor();
const waitForHeading = (page: Page, name: string) => main(page).getByRole("heading", { name }).waitFor();
const samples = (page: Page) => main(page).getByRole("img", { name: /^Sample: / });
const newArtwork = (page: Page) => main(page).getByRole("article", { name: /^New artwork/ });
const participationPath = ({ pretty_id }: Experience) => `/experiences/${pretty_id}/participate`;

async function useDemoWallet(page: Page): Promise<void> {
  await button(page, "Use the demo wallet").click();
  await waitForText(page, "Connected: Demo wallet");
}

const generateWallet = () => `0x${randomBytes(20).toString("hex")}`;

/** Reserves a spot by the API and returns the path to which it redirects. */
async function reserveSpot(token: string, { id }: Experience, wallet = generateWallet()): Promise<string> {
  const { redirect } = await callApi<{ redirect: string }>(
    program.url,
    "POST",
    `payment/${id}`,
    { wallet, qty: 1 },
    token,
  );
  const { pathname, search } = new URL(redirect);
  return `${pathname}${search}`;
}

/** Waits until the artwork of an order exists, because its page polls every 20 seconds only. */
async function waitUntilMinted(path: string): Promise<void> {
  const query = new URL(path, program.url).searchParams;
  const endpoint = `payment/${query.get("i")}/artwork?code=${query.get("c")}`;
  const findArtwork = () => callApi<{ participant: unknown }>(program.url, "GET", endpoint);
  await expect.poll(async () => (await findArtwork()).participant, backgroundTimeout).not.toBeNull();
}

describe("taking part", () => {
  test("leads from the experience through a reservation to an artwork in the wallet", async () => {
    const { page, open, expectAccessible } = await visitAsFan();
    await open(`/experiences/${tide.pretty_id}?tab=access`);
    await waitForText(page, "You can join");
    await expectAccessible();
    await link(page, /^Participate/).click();
    await page.waitForURL(/\/participate$/);
    await waitForText(page, "It’s free.");
    await expectAccessible();

    await expect(samples(page)).toHaveCount(4);
    const readNames = () =>
      samples(page).evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")));
    const names = await readNames();
    await button(page, "Show others").click();
    await expect.poll(async () => (await readNames()).filter((name) => names.includes(name))).toEqual([]);
    await expect(samples(page)).toHaveCount(4);

    // Without a wallet nothing is sent, and nothing is lost.
    await button(page, "Reserve my spot").click();
    await waitForText(page, "Campaign not found or you forgot to input your wallet.");
    const isWrong = () => page.evaluate(() => document.activeElement?.getAttribute("aria-invalid"));
    await expect.poll(isWrong).toBe("true");
    await expectAccessible();

    await useDemoWallet(page);
    await button(page, "Reserve my spot").click();
    await page.waitForURL(/\/participate\?c=.+&i=.+/);
    await waitForHeading(page, "Your artwork is ready");
    await newArtwork(page)
      .getByRole("img", { name: /^Artwork .* of Tide Tables$/ })
      .waitFor();
    await expect(newArtwork(page)).toHaveCount(1);
    await expectAccessible();
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible({ rules: ["color-contrast"] });

    // The artwork is marked as new until it is dismissed, also after a reload.
    await page.reload();
    await newArtwork(page).waitFor();
    await newArtwork(page).getByRole("button", { name: "Dismiss" }).click();
    await newArtwork(page).waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H2");
    await page.reload();
    await waitForHeading(page, "Your artwork is ready");
    await waitForText(page, "Your artworks in this experience");
    await expect(newArtwork(page)).toHaveCount(0);
    await expectAccessible();

    // A second tab shows the same and changes nothing.
    const second = await page.context().newPage();
    await second.goto(page.url());
    await waitForHeading(second, "Your artwork is ready");
    await second.close();

    await link(page, "My art").click();
    await page.waitForURL(/\/my\/art$/);
    await waitForHeading(page, "My art");
    await main(page)
      .getByRole("img", { name: /^Artwork .* of Tide Tables$/ })
      .waitFor();
    await main(page)
      .getByRole("link", { name: /Tide Tables/ })
      .first()
      .click();
    await page.waitForURL(/\/participant\/\d+$/);
    await waitForText(page, "public block explorers can’t show it");
    await expect(main(page).locator("a[href*='etherscan']")).toHaveCount(0);
    await expectAccessible();
  });

  test("asks for a login first and continues afterwards", async () => {
    const person = await createPerson(program.url);
    const { page, open } = await startVisit(desktop, [/404/], program.url);
    await open(`/experiences/${tide.pretty_id}?tab=access`);
    await waitForText(page, "Log in to join");
    await link(page, /^Participate/).click();
    await page.waitForURL(/\/login\?for=participate$/);
    await waitForText(page, "Log in or sign up to take part in “Tide Tables”.");
    await logIn(page, person);
    await page.waitForURL(/\/participate$/);
    await button(page, "Reserve my spot").waitFor();
  });

  test("works by keyboard, with every focus stop visible", async () => {
    const { page, open } = await visitAsFan();
    await open(participationPath(tide));
    await button(page, "Use the demo wallet").waitFor();
    const stops = await tabThroughPage(page);
    expect(stops.filter(({ ring, seen }) => !ring || !seen)).toEqual([]);
    await button(page, "Use the demo wallet").focus();
    await page.keyboard.press("Enter");
    await waitForText(page, "Connected: Demo wallet");
    for (let presses = 0; presses < 10; presses += 1) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(() => document.activeElement?.textContent?.includes("Reserve my spot"))) break;
    }
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/participate\?c=/);
    await waitForHeading(page, "Your artwork is ready");
  });

  test("reports a lost connection, keeps the input, and reserves one spot however often it is sent", {
    retry: 0,
  }, async () => {
    const { page, open, expectAccessible } = await visitAsFan({
      screen: phone,
      allowed: [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/],
    });
    await open(participationPath(tide));
    const address = generateWallet();
    const field = main(page).getByRole("textbox", { name: "Wallet address" });
    await field.fill("0x123");
    await button(page, "Reserve my spot").click();
    await waitForText(page, "Enter a wallet address: 0x followed by 40 hexadecimal characters.");
    await field.fill(address);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);

    // The server handles the call, but its response is lost.
    await page.route("**/api/v1/payment/*", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await button(page, "Reserve my spot").click();
    await waitForText(page, "You’re offline");
    await expect(field).toHaveValue(address);
    await expectAccessible();
    await page.unroute("**/api/v1/payment/*");
    await button(page, "Reserve my spot").click();
    await page.waitForURL(/\/participate\?c=/);
    const { rows } = await sql<{ taken: number }>`
      select count(*)::int as taken from participation where lower(wallet) = ${address}`.execute(program.db);
    expect(rows).toEqual([{ taken: 1 }]);
  });

  test("is available in Spanish", async () => {
    const { page, open, expectAccessible } = await visitAsFan({
      screen: { ...phone, width: 320, locale: "es-ES" },
    });
    await open(participationPath(tide));
    await button(page, "Reservar mi plaza").click();
    await waitForText(page, "No se encontró la campaña o has olvidado indicar tu cartera.");
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await expect(main(page).getByText("Language key not found")).toHaveCount(0);
  });

  test("in an invite-only experience explains why it is closed and what would help", async () => {
    const { experience: small } = await createExperience(program, { name: "Two Chairs", max_nfts: 1 });
    const rival = await createPerson(program.url);
    await reserveSpot(await createToken(program.url, rival), small);
    const { page, open, expectAccessible, person } = await visitAsFan();
    await open(participationPath(small));
    await waitForText(page, "Sold out");
    // The message may arrive before the reloaded experience.
    await expect(button(page, "Reserve my spot")).toHaveCount(0);
    await expectAccessible();
    await open(`/experiences/${small.pretty_id}`);
    await main(page).getByText("All spots are taken.").waitFor();
    await expect(link(page, /^Participate/)).toHaveCount(0);

    const {
      experience: closed,
      publisher,
      song,
    } = await createExperience(program, {
      name: "Back Room",
      is_public_mintable: false,
    });
    const level = {
      name: "A key to the back room",
      description: "Opens it",
      reward_points_earned: 40,
      reward_type: "DAPP_ACCESS",
      alt_id: closed.id,
    };
    await callApi(program.url, "POST", `song/${song}/reward`, level, publisher.token);
    await open(participationPath(closed));
    await waitForText(page, "Invite only");
    await waitForText(page, "0 of 40 points");
    await expectAccessible();
    await expect(link(page, /^Rewards of/)).toHaveAttribute("href", /\?tab=3$/);
    await open(`/experiences/${closed.pretty_id}?tab=access`);
    await waitForText(page, "You don’t have access yet");
    await expectAccessible();

    // The redeemed reward opens it.
    await sql`
      insert into reward_claim (reward_id, song_id, account_id, points, state, created_at, changed_at)
      select r.id, r.song_id, a.id, 0, 'REQUESTED', now(), now() from reward r, account a
      where r.song_id = ${song} and a.email = ${person.email}`.execute(program.db);
    await open(participationPath(closed));
    await button(page, "Reserve my spot").waitFor();
    await open(`/experiences/${closed.pretty_id}?tab=access`);
    await waitForText(page, "You can join");

    await callApi(program.url, "PATCH", `drop/${closed.id}/close`, undefined, publisher.token);
    await open(participationPath(closed));
    await waitForText(page, "This experience has ended.");
  });

  test("in a paid experience leads through the checkout and back", async () => {
    const { experience: paid } = await createExperience(program, { name: "Paid Seats", cost_per_nft: "12" });
    const { page, open } = await visitAsFan();
    await open(participationPath(paid));
    await useDemoWallet(page);
    await button(page, "Pay $12.00 and reserve my spot").click();
    await page.waitForURL(/\/sandbox\/checkout/);
    // The browser's Back button returns to a usable page and the same spot.
    await page.goBack();
    // The previous wallet is found again without asking.
    await waitForText(page, "Connected: Demo wallet");
    await button(page, "Pay $12.00 and reserve my spot").click();
    await page.waitForURL(/\/sandbox\/checkout/);
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await page.waitForURL(/\/participate\?c=/);
    await waitForHeading(page, "Your artwork is ready");
    await waitForText(page, "$12.00");
    const { rows } = await sql<{ orders: number }>`
      select count(*)::int as orders from participation where campaign_id = ${paid.id}`.execute(program.db);
    expect(rows).toEqual([{ orders: 1 }]);
  });

  test("reports immediately that the last spot was just taken", { retry: 0 }, async () => {
    const { experience: small } = await createExperience(program, { name: "One Chair", max_nfts: 1 });
    const { page, open } = await visitAsFan({ allowed: [/409/] });
    await open(participationPath(small));
    await useDemoWallet(page);
    await reserveSpot(await createToken(program.url, await createPerson(program.url)), small);
    await button(page, "Reserve my spot").click();
    await waitForText(page, "Sold out");
    // The message may arrive before the reloaded experience.
    await expect(button(page, "Reserve my spot")).toHaveCount(0);
  });
});

describe("the confirmation page of an order", () => {
  test("works on another device without a session", async () => {
    const path = await reserveSpot(await createToken(program.url, await createPerson(program.url)), tide);
    const { page, open, expectAccessible } = await startVisit(phone, [/404/], program.url);
    await open(path);
    await waitForHeading(page, "Your artwork is ready");
    await newArtwork(page).waitFor();
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  });

  test("reports an invalid order address", async () => {
    const { page, open, expectAccessible } = await startVisit(desktop, [/400/, /404/], program.url);
    for (const query of ["?c=abc", "?i=abc", "?c=abc&i=abc"]) {
      await open(`${participationPath(tide)}${query}`);
      await waitForText(page, "Could not validate your order...");
    }
    await expectAccessible();
  });

  test("waits for a pending payment and reports one that failed", async () => {
    const path = await reserveSpot(await createToken(program.url, await createPerson(program.url)), tide);
    const { page, open, expectAccessible } = await startVisit(desktop, [/404/, /409/], program.url);
    const answer = (code: string) =>
      page.route("**/api/v1/payment/confirm", (route) =>
        route.fulfill({ status: 409, json: { success: false, code, message: "", errors: [] } }),
      );
    await answer("E0040");
    await open(path);
    await link(page, "Try again").waitFor();
    await expectAccessible();
    await answer("E0039");
    await open(path);
    await waitForText(page, "Your payment is being processed.");
    await expectAccessible();
    // The page does not change while it polls.
    const back = link(page, "I haven’t paid yet");
    await back.focus();
    await page.waitForResponse("**/api/v1/payment/confirm");
    await expect(back).toBeFocused();
    await page.unroute("**/api/v1/payment/confirm");
    await waitForHeading(page, "Your artwork is ready");
  });

  test("says that it takes longer, keeps polling, and reports a lost connection", async () => {
    const path = await reserveSpot(await createToken(program.url, await createPerson(program.url)), tide);
    const { page, open, expectAccessible } = await startVisit(
      desktop,
      [/404/, /ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/],
      program.url,
    );
    const nothing = { success: true, body: { participant: null, failed: false } };
    let pollCount = 0;
    await page.route("**/api/v1/payment/*/artwork?*", (route) => {
      pollCount += 1;
      return route.fulfill({ json: nothing });
    });
    await page.clock.install();
    await open(path);
    await waitForText(page, "Your artwork is being created. This can take up to 30 minutes.");
    await expectAccessible();
    // The page polls every five seconds.
    for (const polls of [2, 3, 4]) {
      await expect
        .poll(async () => {
          await page.clock.fastForward("00:05");
          return pollCount;
        })
        .toBeGreaterThanOrEqual(polls);
    }
    await page.clock.fastForward("31:00");
    await waitForText(page, "This is taking longer than expected.");
    await expectAccessible();

    // Replaces the route first, so that no poll gets through in between.
    await page.route("**/api/v1/payment/*/artwork?*", (route) => route.abort());
    await page.clock.fastForward("01:01");
    await waitForText(page, "We can’t check the status right now.");
    await page.unroute("**/api/v1/payment/*/artwork?*");
    await waitUntilMinted(path);
    await button(page, "Try again").click();
    await waitForHeading(page, "Your artwork is ready");
  });

  test("reports a failed artwork and does not wait for it with the next one", async () => {
    const { page, open, token, expectAccessible } = await visitAsFan({ screen: phone });
    const wallet = generateWallet();
    await open(await reserveSpot(token, tide, wallet));
    await waitForHeading(page, "Your artwork is ready");
    await sql`
      update participant set state = 'FAILED', problem = 'The receiver''s address cannot hold tokens.', minted_at = null,
        nft_id = null where owner_wallet_address = ${wallet}`.execute(program.db);
    let pollCount = 0;
    await page.route("**/api/v1/payment/*/artwork?*", (route) => {
      pollCount += 1;
      return route.continue();
    });
    await page.reload();
    await waitForHeading(page, "Your artwork isn’t ready yet");
    await waitForText(page, "The publisher has been notified and can retry.");
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    expect(pollCount).toBe(1);
    await open(await reserveSpot(token, tide, wallet));
    await waitForHeading(page, "Your artwork is ready");
    await expect(newArtwork(page)).toHaveCount(1);
  });
});

describe("an artwork with a photo of its owner", () => {
  let portraits: Experience;

  beforeAll(async () => {
    ({ experience: portraits } = await createExperience(program, {
      name: "Portraits",
      pictures: ["salt-meridian", "concrete-lullaby", "kiln"],
      photos: ["Window seat", "Aisle seat"],
    }));
  });

  /** Opens the photo step of a fan who reserved a spot. */
  async function openPhotoStep(options: VisitOptions = {}): Promise<Visit> {
    const visited = await visitAsFan({ ...options, allowed: [/409/, ...(options.allowed ?? [])] });
    await visited.open(await reserveSpot(visited.token, portraits));
    await visited.page.waitForURL(/\/personalize\?c=.+&i=.+/);
    await waitForHeading(visited.page, "Add your photo");
    return visited;
  }

  const chooseFile = (page: Page, file: Parameters<ReturnType<Page["locator"]>["setInputFiles"]>[0]) =>
    page.locator("input[type=file]").setInputFiles(file);
  const filter = (page: Page, name: string) => main(page).getByRole("radio", { name });

  test("is tried in samples before joining, and stays in the browser", async () => {
    const { page, open, expectAccessible } = await visitAsFan({ screen: phone, allowed: [/ERR_FAILED/] });
    await page.route("**/api/v1/drop/*/samples", (route) => route.abort());
    await open(participationPath(portraits));
    await waitForText(page, "The samples couldn’t be loaded. You can join without them.");
    await button(page, "Reserve my spot").waitFor();
    await expectAccessible();
    await page.unroute("**/api/v1/drop/*/samples");
    await button(page, "Try again").click();
    await expect(samples(page)).toHaveCount(4);
    await expect(main(page).locator("canvas")).toHaveCount(0);

    const uploads: string[] = [];
    page.on("request", (request) => {
      if (request.headers()["content-type"]?.startsWith("multipart/") === true) uploads.push(request.url());
    });
    await chooseFile(page, { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no photo") });
    await waitForText(page, "This file type isn’t supported.");
    await chooseFile(page, coverPath("concrete-lullaby"));
    await waitForText(page, "The samples show your photo.");
    // Two photos in each of four samples.
    await expect(main(page).locator("canvas")).toHaveCount(8);
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    expect(uploads).toEqual([]);
  });

  test("accepts a file, and keeps it with its crop and filter after a failure", async () => {
    const before = (await listPhotos(portraits)).length;
    const { page, expectAccessible } = await openPhotoStep({ allowed: [/ERR_FAILED/] });
    await waitForText(page, "Photo 1 of 2");
    await expectAccessible();

    await chooseFile(page, { name: "huge.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(10_000_001, 1) });
    await waitForText(page, "Your photo is too large. Please take an image under 10Mb.");
    await chooseFile(page, { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no photo") });
    await waitForText(page, "This file type isn’t supported.");

    await chooseFile(page, coverPath("concrete-lullaby"));
    await waitForText(page, "Photo added.");
    const side = main(page).getByRole("spinbutton", { name: "Size" });
    await side.fill("600");
    const area = main(page).getByRole("group", { name: /arrow keys to move it/ });
    await area.focus();
    await page.keyboard.press("ArrowRight");
    await expect(main(page).getByRole("radio")).toHaveCount(6);
    await filter(page, "Black and white").check();
    await expectAccessible();

    // A failure keeps the photo, its crop and its filter.
    await page.route("**/api/v1/nft/uploadPreselected", (route) => route.abort());
    await button(page, "Use this photo").click();
    await waitForText(page, "You’re offline");
    await expect(filter(page, "Black and white")).toBeChecked();
    await expect(side).toHaveValue("600");
    await page.unroute("**/api/v1/nft/uploadPreselected");
    await button(page, "Use this photo").click();
    await waitForText(page, "Photo 2 of 2");
    const photos = await listPhotos(portraits);
    expect(photos).toHaveLength(before + 1);
    for (const photo of photos) expect(photo).toEqual({ width: 900, height: 900 });
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H2");

    // Back and reload return to the same spot.
    await page.reload();
    await waitForText(page, "Photo 2 of 2");
  });

  test("accepts a file and a camera photo, and renders both", async () => {
    const before = (await listPhotos(portraits)).length;
    const { page, expectAccessible } = await openPhotoStep({
      screen: { ...desktop, hasCamera: true },
    });
    await chooseFile(page, coverPath("concrete-lullaby"));
    await button(page, "Use this photo").click();
    await waitForText(page, "Photo 2 of 2");
    await page.context().grantPermissions(["camera"]);
    await button(page, "Use the camera").click();
    await button(page, "Take photo").waitFor();
    await expectAccessible();
    await button(page, "Take photo").click();
    await waitForText(page, "Photo added.");
    await expect(page.locator("video")).toHaveCount(0);
    await button(page, "Use this photo").click();
    await page.waitForURL(/\/participate\?c=/);
    await waitForHeading(page, "Your artwork is ready");
    await newArtwork(page).waitFor();
    expect((await listPhotos(portraits)).length).toBe(before + 2);

    // A fan who returns to the photo step continues with the next photo.
    await page.goto(page.url().replace("/participate?", "/personalize?"));
    await page.waitForURL(/\/participate\?c=/);
    await waitForHeading(page, "Your artwork is ready");
  });

  test("explains that the camera was denied, and still accepts a file", async () => {
    const { page, expectAccessible } = await openPhotoStep({
      screen: { ...phone, hasCamera: true },
    });
    await button(page, "Use the camera").click();
    await waitForText(page, "Camera access is blocked.");
    await expectAccessible();
    await button(page, "Back").click();
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("none", "NotFoundError"));
    });
    await button(page, "Use the camera").click();
    await waitForText(page, "No camera found. Choose a file instead.");
    await button(page, "Back").click();
    const png = (width: number, height: number) =>
      chooseFile(page, { name: "me.png", mimeType: "image/png", buffer: buildPng(width, height) });
    await png(63, 80);
    await waitForText(page, "This photo is too small. Use one of at least 64×64 px.");
    await png(64, 80);
    await waitForText(
      page,
      "This crop is only 64 px wide and will be enlarged to 900 px, so it may look blurry.",
    );
    await expectAccessible();
    await chooseFile(page, coverPath("salt-meridian"));
    await main(page).getByText("so it may look blurry").waitFor({ state: "detached" });
    await button(page, "Use this photo").waitFor();
    await main(page).getByRole("spinbutton", { name: "Size" }).fill("600");
    const left = () => main(page).getByRole("spinbutton", { name: "Left" }).inputValue();
    const before = Number(await left());
    await dragFinger(page, main(page).getByRole("group", { name: /arrow keys to move it/ }), 40);
    await expect.poll(async () => Number(await left())).toBeGreaterThan(before);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    // The last button is above the player.
    const stops = await tabThroughPage(page);
    expect(stops.filter(({ area, ring, seen }) => area === "main" && (!ring || !seen))).toEqual([]);
  });

  test("stops the camera when its page is left", async () => {
    const { page } = await openPhotoStep({ screen: { ...desktop, hasCamera: true } });
    await page.context().grantPermissions(["camera"]);
    await page.evaluate(() => {
      const { mediaDevices } = navigator;
      const open = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = async (constraints) => {
        const stream = await open(constraints);
        Object.assign(window, { cameraTracks: stream.getTracks() });
        return stream;
      };
    });
    const live = () =>
      page.evaluate(() =>
        (window as Window & { cameraTracks?: MediaStreamTrack[] }).cameraTracks?.map(
          ({ readyState }) => readyState,
        ),
      );
    await button(page, "Use the camera").click();
    await button(page, "Take photo").waitFor();
    expect(await live()).toEqual(["live"]);
    await link(page, "Back to the experience").click();
    await page.waitForURL(/\/experiences\/[^/]+$/);
    await expect.poll(live).toEqual(["ended"]);
  });

  test("cannot be created without the order's secret address", async () => {
    const { page, open } = await startVisit(desktop, [/400/, /404/], program.url);
    for (const query of ["", "?c=abc", "?c=abc&i=abc"]) {
      await open(`/experiences/${portraits.pretty_id}/personalize${query}`);
      await waitForText(page, "Could not validate your order...");
    }
  });
});

/** Drags a finger from the middle of an element to the right, in viewport pixels. */
async function dragFinger(page: Page, area: Locator, pixels: number): Promise<void> {
  await area.scrollIntoViewIfNeeded();
  const box = await area.boundingBox();
  if (box === null) throw new Error("There is nothing to touch.");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const browser = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at: number) =>
    browser.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: at, y }],
    });
  await touch("touchStart", x);
  for (let step = 1; step <= 4; step += 1) await touch("touchMove", x + (pixels * step) / 4);
  await touch("touchEnd", x + pixels);
  await browser.detach();
}

/** Lists the photos of an experience's orders. */
async function listPhotos({ id }: Experience): Promise<{ width: number; height: number }[]> {
  const { rows } = await sql<{ width: number; height: number }>`
    select i.width, i.height from participation_photo f join image i on i.id = f.image_id
      join participation p on p.id = f.participation_id
    where p.campaign_id = ${id} order by f.component_id`.execute(program.db);
  return rows;
}
