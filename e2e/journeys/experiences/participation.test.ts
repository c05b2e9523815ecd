import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { desktop, phone, type Screen } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { createExperience, type Experience } from "../../harness/experiences.ts";
import { choosePaddedFiles } from "../../harness/file-transfer.ts";
import { tabThroughPage } from "../../harness/keyboard.ts";
import { button, dialog, link, main, waitForText } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { allowCanvas, comparePictures, openPlainPage, protectCanvas } from "../../harness/noisy-canvas.ts";
import { callApi, createPerson, createToken, logIn, type Person } from "../../harness/people.ts";
import { addRewardLevel } from "../../harness/points.ts";
import { buildPng, coverPath, type Publisher } from "../../harness/publisher.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { backgroundTimeout, measureOverflow, startVisit, type Visit } from "../../harness/visit.ts";

const program = openSharedProgram();
let host: Publisher;
let tide: Experience;

beforeAll(async () => {
  ({ experience: tide, publisher: host } = await createExperience(program, {
    // Give 16 different artworks, enough for repeated tests.
    pictures: ["salt-meridian", "concrete-lullaby", "kiln", "sodium"],
  }));
});

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

const waitForHeading = (page: Page, name: string) => main(page).getByRole("heading", { name }).waitFor();
const samples = (page: Page) => main(page).getByRole("img", { name: /^Sample: / });
const newArtwork = (page: Page) => main(page).getByRole("article", { name: /^New artwork/ });
const artwork = (place: Locator) => place.getByRole("img", { name: /^Artwork .* of Tide Tables$/ });
const participationPath = ({ pretty_id }: Experience) => `/experiences/${pretty_id}/participate`;

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

/** Waits until the artwork of an order is minted, because its page polls rarely after a long time. */
async function waitUntilMinted(path: string): Promise<void> {
  const query = new URL(path, program.url).searchParams;
  const endpoint = `payment/${query.get("i")}/artwork?code=${query.get("c")}`;
  const findArtwork = () =>
    callApi<{ participant: { minted_at: string | null } | null }>(program.url, "GET", endpoint);
  await expect.poll(async () => (await findArtwork()).participant?.minted_at, backgroundTimeout).toBeTruthy();
}

describe("taking part", () => {
  test("leads a visitor through the login and a reservation to an artwork in the wallet, by keyboard", async () => {
    const person = await createPerson(program.url);
    const { page, open } = await startVisit(desktop, [/404/], program.url);
    await open(`/experiences/${tide.pretty_id}?tab=access`);
    await waitForText(page, "Log in to join");
    await link(page, /^Participate/).press("Enter");
    await page.waitForURL(/\/login\?for=participate$/);
    await waitForText(page, "Log in or sign up to join “Tide Tables”.");
    await logIn(page, person);
    await page.waitForURL(/\/participate$/);
    await waitForText(page, "Your spot is confirmed right away.");

    await expect(samples(page)).toHaveCount(4);
    const readNames = () =>
      samples(page).evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")));
    const names = await readNames();
    await button(page, "Show others").press("Enter");
    await expect.poll(async () => (await readNames()).filter((name) => names.includes(name))).toEqual([]);
    await expect(samples(page)).toHaveCount(4);

    // Without a wallet the artwork is kept; a chosen one needs an address.
    await expect(page.getByRole("radio", { name: /^Keep it for me/ })).toBeChecked();
    await expect(button(page, "Reserve my spot")).toBeInViewport({ ratio: 1 });
    await page.getByRole("radio", { name: "Enter a wallet address" }).press("Space");
    await button(page, "Reserve my spot").press("Enter");
    await waitForText(page, "Campaign not found or you forgot to input your wallet.");
    const isWrong = () => page.evaluate(() => document.activeElement?.getAttribute("aria-invalid"));
    await expect.poll(isWrong).toBe("true");

    await page.getByRole("radio", { name: /^Use the demo wallet/ }).press("Space");
    await waitForText(page, "Connected: Demo wallet");
    await button(page, "Reserve my spot").press("Enter");
    await page.waitForURL(/\/participate\?c=.+&i=.+/);
    await waitForHeading(page, "Your artwork is ready");
    await artwork(newArtwork(page)).waitFor();
    await expect(newArtwork(page)).toHaveCount(1);

    // The artwork is marked as new until it is dismissed.
    await newArtwork(page).getByRole("button", { name: "Dismiss new artwork" }).press("Enter");
    await newArtwork(page).waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H2");
    await page.reload();
    await waitForText(page, "Your artworks in this experience");
    await expect(newArtwork(page)).toHaveCount(0);

    await link(page, "My art").press("Enter");
    await page.waitForURL(/\/my\/art$/);
    await artwork(main(page)).waitFor();
  });

  test("reports a lost connection, keeps the input, and reserves one spot however often it is sent", {
    retry: 0,
  }, async () => {
    const { page, open } = await visitAsFan({ screen: phone, allowed: [/ERR_FAILED/] });
    await open(participationPath(tide));
    const address = generateWallet();
    // The button stays above the tabs.
    await expect(button(page, "Reserve my spot")).toBeInViewport({ ratio: 1 });
    await page.getByRole("radio", { name: "Enter a wallet address" }).check();
    const field = main(page).getByRole("textbox", { name: "Wallet address" });
    await field.fill("0x123");
    await button(page, "Reserve my spot").click();
    await waitForText(page, "Enter a wallet address: 0x followed by 40 hexadecimal characters.");
    await field.fill(address);

    // The server handles the call, but its response is lost.
    await page.route("**/api/v1/payment/*", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await button(page, "Reserve my spot").click();
    await waitForText(page, "You’re offline");
    await expect(field).toHaveValue(address);
    await page.unroute("**/api/v1/payment/*");
    await button(page, "Reserve my spot").click();
    await page.waitForURL(/\/participate\?c=/);
    const { rows } = await sql<{ taken: number }>`
      select count(*)::int as taken from participation where lower(wallet) = ${address}`.execute(program.db);
    expect(rows).toEqual([{ taken: 1 }]);
  });

  test("in an invite-only experience waits for a reward, and ends with the last spot and the experience", async () => {
    const { experience, song } = await createExperience(program, {
      publisher: host,
      name: "Back Room",
      is_public_mintable: false,
      max_nfts: 1,
    });
    await addRewardLevel(program, host, song, {
      name: "A key to the back room",
      reward_points_earned: 40,
      reward_type: "DAPP_ACCESS",
      alt_id: experience.id,
    });
    const { page, open, person } = await visitAsFan({ allowed: [/409/] });
    await open(participationPath(experience));
    await waitForText(page, "Invite only");
    await waitForText(page, "0 of 40 points");
    await expect(link(page, /^Rewards of/)).toHaveAttribute("href", /\?tab=3$/);

    // The redeemed reward opens it.
    await sql`
      insert into reward_claim (reward_id, song_id, account_id, points, state, created_at, changed_at)
      select r.id, r.song_id, a.id, 0, 'REQUESTED', now(), now() from reward r, account a
      where r.song_id = ${song} and a.email = ${person.email}`.execute(program.db);
    await open(participationPath(experience));
    await page.getByRole("radio", { name: /^Use the demo wallet/ }).click();
    await waitForText(page, "Connected: Demo wallet");
    // Their own reservation of another tab has the last spot.
    await reserveSpot(await createToken(program.url, person), experience);
    await button(page, "Reserve my spot").click();
    await waitForText(page, "All other spots are taken. Continue or cancel your reservation above.");
    await button(page, "Cancel reservation").click();
    await dialog(page).getByRole("button", { name: "Cancel reservation" }).click();
    await waitForText(page, "Reservation cancelled.");

    await reserveSpot(host.token, experience);
    await button(page, "Reserve my spot").click();
    await waitForText(page, "Sold out");
    // The message may arrive before the reloaded experience.
    await expect(button(page, "Reserve my spot")).toHaveCount(0);

    await callApi(program.url, "PATCH", `drop/${experience.id}/close`, undefined, host.token);
    await open(participationPath(experience));
    await waitForText(page, "This experience has ended.");
  });
});

describe("the confirmation page of an order", () => {
  test("on a phone without a session waits for the payment and the artwork, and reports a lost connection and an artwork that failed", async () => {
    const wallet = generateWallet();
    const token = await createToken(program.url, await createPerson(program.url));
    const path = await reserveSpot(token, tide, wallet);
    const allowed = [/400/, /404/, /409/, /ERR_FAILED/];
    const { page, open, follow, expectAccessible } = await startVisit(phone, allowed, program.url);
    const confirmationCall = "**/api/v1/payment/confirm";
    const pending = { success: false, code: "E0039", message: "", errors: [] };
    await page.route(confirmationCall, (route) => route.fulfill({ status: 409, json: pending }));
    const artworkCall = "**/api/v1/payment/*/artwork?*";
    const nothing = { success: true, body: { participant: null, failed: false } };
    await page.route(artworkCall, (route) => route.fulfill({ json: nothing }));
    await page.clock.install();
    await open(path);
    await waitForText(page, "Your payment is being processed.");
    await expectAccessible();
    // The page does not change while it polls.
    const back = link(page, "I haven’t paid yet");
    await back.focus();
    const polled = page.waitForResponse(confirmationCall);
    await page.clock.fastForward("00:10");
    await polled;
    await expect(back).toBeFocused();
    await page.unroute(confirmationCall);
    await expect
      .poll(async () => {
        await page.clock.fastForward("00:20");
        return main(page)
          .getByText("Your artwork is being created. This can take up to 30 minutes.")
          .isVisible();
      })
      .toBe(true);
    await page.clock.fastForward("31:00");
    await waitForText(page, "This is taking longer than expected.");

    // Replaces the route first, so that no poll gets through in between.
    await page.route(artworkCall, (route) => route.abort());
    // The timer of the next poll may begin only after the jump, if the last poll is answered late.
    await expect
      .poll(async () => {
        await page.clock.fastForward("01:01");
        return main(page).getByText("We can’t check the status right now.").isVisible();
      })
      .toBe(true);
    await page.unroute(artworkCall);
    await waitUntilMinted(path);
    await button(page, "Try again").click();
    await waitForHeading(page, "Your artwork is ready");
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);

    await sql`
      update participant set state = 'FAILED', problem = 'The receiver''s address cannot hold tokens.', minted_at = null,
        nft_id = null where owner_wallet_address = ${wallet}`.execute(program.db);
    let pollCount = 0;
    await page.route(artworkCall, (route) => {
      pollCount += 1;
      return route.continue();
    });
    await page.reload();
    await waitForHeading(page, "Your artwork isn’t ready yet");
    await waitForText(page, "The publisher has been notified and can retry.");
    await page.clock.fastForward("05:00");
    expect(pollCount).toBe(1);

    // The photo step needs the order's secret address.
    await follow(`/experiences/${tide.pretty_id}/personalize`);
    await waitForText(page, "Could not validate your order...");
  });
});

describe("an artwork with a photo of its owner", () => {
  let portraits: Experience;

  beforeAll(async () => {
    ({ experience: portraits } = await createExperience(program, {
      publisher: host,
      name: "Portraits",
      // Give nine different artworks, enough for repeated tests.
      pictures: ["salt-meridian", "concrete-lullaby", "kiln"],
      photos: ["Window seat", "Aisle seat"],
    }));
  });

  /** Opens the photo step of a fan who reserved a spot. */
  async function openPhotoStep({
    isProtected = false,
    ...options
  }: VisitOptions & { isProtected?: boolean }): Promise<Visit> {
    const visited = await visitAsFan({ ...options, allowed: [/409/, /ERR_FAILED/] });
    if (isProtected) await protectCanvas(visited.page);
    await visited.open(await reserveSpot(visited.token, portraits));
    await visited.page.waitForURL(/\/personalize\?c=.+&i=.+/);
    await waitForText(visited.page, "Photo 1 of 2");
    return visited;
  }

  const chooseFile = (page: Page, file: Parameters<Locator["setInputFiles"]>[0]) =>
    page.locator("input[type=file]").setInputFiles(file);
  const side = (page: Page) => main(page).getByRole("spinbutton", { name: "Size" });
  const pixels = async (page: Page, label: string) =>
    Number(await main(page).getByRole("spinbutton", { name: label }).inputValue());
  const cropArea = (page: Page) => main(page).getByRole("group", { name: /arrow keys to move it/ });

  test("is tried in samples before joining, and stays in the browser", async () => {
    const { page, open } = await visitAsFan({ screen: phone, allowed: [/ERR_FAILED/] });
    await page.route("**/api/v1/drop/*/samples", (route) => route.abort());
    await open(participationPath(portraits));
    await waitForText(page, "The samples couldn’t be loaded. You can join without them.");
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
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    expect(uploads).toEqual([]);
  });

  /** Returns the address of the photo that was stored last. */
  async function lastPhoto(): Promise<string> {
    const { rows } = await sql<{ image_id: string }>`
      select f.image_id from participation_photo f join participation p on p.id = f.participation_id
      where p.campaign_id = ${portraits.id} order by f.participation_id desc, f.slot_number desc limit 1`.execute(
      program.db,
    );
    return `/images/${rows[0]?.image_id}/640.jpeg`;
  }

  test("is a file, kept with its crop and filter after a failure, and one of a camera that stops when left, never noise", async () => {
    const { page, expectAccessible } = await openPhotoStep({
      isProtected: true,
    });
    await chooseFile(page, coverPath("concrete-lullaby"));
    await waitForText(page, "Photo added.");
    await side(page).fill("600");
    await cropArea(page).press("ArrowRight");
    const [left, top] = [await pixels(page, "Left"), await pixels(page, "Top")];
    const filter = main(page).getByRole("radio", { name: "Black and white" });
    await filter.check();
    await expectAccessible();
    await page.route("**/api/v1/nft/uploadPreselected", (route) => route.abort());
    await button(page, "Use this photo").click();
    await waitForText(page, "You’re offline");
    await expect(filter).toBeChecked();
    await expect(side(page)).toHaveValue("600");
    await page.unroute("**/api/v1/nft/uploadPreselected");
    await button(page, "Use this photo").click();
    await waitForText(page, "Photo 2 of 2");
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H2");
    const plain = await openPlainPage(page, program.url);
    const cover = `data:image/jpeg;base64,${await readFile(coverPath("concrete-lullaby"), "base64")}`;
    const box = { left, top, side: 600 };
    const sent = { address: await lastPhoto() };
    const difference = await comparePictures(plain, sent, { address: cover, box, isGrey: true });
    // Noise differs by more than 60.
    expect(difference).toBeLessThan(10);
    expect(await comparePictures(plain, sent, { address: cover, box })).toBeGreaterThan(difference);

    await connectCamera(page);
    const live = () =>
      page.evaluate(() =>
        (window as Window & { cameraTracks?: MediaStreamTrack[] }).cameraTracks?.map(
          ({ readyState }) => readyState,
        ),
      );
    const step = page.url();
    await button(page, "Use the camera").click();
    await button(page, "Take photo").waitFor();
    expect(await live()).toEqual(["live"]);
    await expectAccessible();
    await main(page).locator(".back").click();
    await page.waitForURL(/\/experiences\/[^/]+$/);
    await expect.poll(live).toEqual(["ended"]);

    // The step continues with the next photo.
    await page.goto(step);
    await waitForText(page, "Photo 2 of 2");
    await connectCamera(page);
    await button(page, "Use the camera").click();
    await button(page, "Take photo").click();
    await waitForText(page, "This browser protects its canvas, so the photo would be noise.");
    await allowCanvas(page);
    await button(page, "Try again").click();
    await waitForText(page, "Photo added.");
    await expect(page.locator("video")).toHaveCount(0);
    await button(page, "Use this photo").click();
    await page.waitForURL(/\/participate\?c=/);
    await waitForHeading(page, "Your artwork is ready");
    await newArtwork(page).waitFor();
  });

  test("is a file if there is no camera, and may not be too large, too small or blurry", async () => {
    const { page } = await openPhotoStep({ screen: phone });
    for (const [error, text] of [
      ["NotAllowedError", "Camera access is blocked."],
      ["NotFoundError", "No camera found. Choose a file instead."],
    ] as const) {
      await page.evaluate((name) => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("none", name));
      }, error);
      await button(page, "Use the camera").click();
      await waitForText(page, text);
      await button(page, "Back").click();
    }
    const huge = { name: "huge.jpg", mimeType: "image/jpeg", sizeBytes: 10_000_001 };
    await choosePaddedFiles(page.locator("input[type=file]"), [huge]);
    await waitForText(page, "Your photo is too large. Please take an image under 10Mb.");
    const choosePng = (width: number, height: number) =>
      chooseFile(page, { name: "me.png", mimeType: "image/png", buffer: buildPng(width, height) });
    await choosePng(63, 80);
    await waitForText(page, "This photo is too small. Use one of at least 64×64 px.");
    await choosePng(64, 80);
    await waitForText(
      page,
      "This crop is only 64 px wide and will be enlarged to 900 px, so it may look blurry.",
    );
    await chooseFile(page, coverPath("salt-meridian"));
    await main(page).getByText("so it may look blurry").waitFor({ state: "detached" });
    await button(page, "Use this photo").waitFor();
    await side(page).fill("600");
    const left = () => main(page).getByRole("spinbutton", { name: "Left" }).inputValue();
    const before = Number(await left());
    await dragFinger(page, cropArea(page), 40);
    await expect.poll(async () => Number(await left())).toBeGreaterThan(before);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    // The last button is above the player.
    const stops = await tabThroughPage(page);
    expect(stops.filter(({ area, ring, seen }) => area === "main" && (!ring || !seen))).toEqual([]);
  });
});

/** Connects a camera, which the headless shell lacks, until the page is loaded again. `cameraTracks` are those of its last stream. */
async function connectCamera(page: Page): Promise<void> {
  await page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 640, height: 480 });
    const drawing = canvas.getContext("2d");
    let count = 0;
    // A stream has frames only while its canvas changes.
    setInterval(() => {
      count += 1;
      drawing?.fillRect(count % canvas.width, 0, 1, canvas.height);
    }, 100);
    navigator.mediaDevices.getUserMedia = async () => {
      const stream = canvas.captureStream(10);
      Object.assign(window, { cameraTracks: stream.getTracks() });
      return stream;
    };
  });
}

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
