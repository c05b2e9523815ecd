import { readFile } from "node:fs/promises";
import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { sql } from "../../server/src/platform/database/database.ts";
import { readTags } from "../../server/src/testing/media/tags.ts";
import { expect } from "../harness/expect.ts";
import { createExperience, mintArtwork } from "../harness/experiences.ts";
import { listenToWrap, waitUntilPlaying } from "../harness/listening.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { countMails, findLink, waitForMail } from "../harness/mails.ts";
import { callApi, createPerson, logIn, type Person } from "../harness/people.ts";
import { chooseEntry } from "../harness/pickers.ts";
import { addPoints, ageLastListen } from "../harness/points.ts";
import { shortTrackPath, uploadAudio } from "../harness/publisher.ts";
import { startIsolatedProgram, type TestProgram } from "../harness/test-program.ts";
import { backgroundTimeout, startVisit, type Visit } from "../harness/visit.ts";
import { injectWallet } from "../harness/wallet.ts";

let program: TestProgram;
let fixture: Awaited<ReturnType<typeof createExperience>>;
let wrap: string;
/** Give nine different artworks, enough for repeated tests. */
const covers = ["salt-meridian", "concrete-lullaby", "kiln"];

beforeAll(async () => {
  program = await startIsolatedProgram();
  fixture = await createExperience(program, {
    is_public_mintable: false,
    name: "Back Room",
    pictures: covers,
  });
  await uploadAudio(program.url, fixture.publisher, { id: fixture.song }, shortTrackPath);
  const { rows } = await sql<{
    pretty_id: string;
  }>`select pretty_id from song where id = ${fixture.song}`.execute(program.db);
  wrap = `/wrap/${rows[0]?.pretty_id}`;
});
afterAll(() => program.close());

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name });
const waitForText = (page: Page, text: string | RegExp) => main(page).getByText(text).first().waitFor();
const dialog = (page: Page) => page.getByRole("alertdialog");
const claimed =
  "Your claim has been made on this reward. A representative of the artist will be in touch with details.";

async function visitAsUser(person: Person): Promise<Visit & { token: string }> {
  const visited = await visitAs(person, { url: program.url, allowed: [/404/] });
  return visited;
}

type Level = { type: string; name: string; details?: string; stock?: number; experience?: string };

let levelCount = 0;
/** Gives a level a name that it has in no other attempt of the test. */
function renameLevel(level: Level): Level {
  levelCount += 1;
  return { ...level, name: `${level.name} (${levelCount})` };
}

/** Adds levels for one point each by the publisher's form. */
async function addLevels(levels: readonly Level[]): Promise<Visit> {
  const studio = await visitAsUser(fixture.publisher);
  await studio.open(`/my/wrap/${fixture.song}?tab=rewards`);
  for (const item of levels) await addLevel(studio.page, item);
  return studio;
}

async function addLevel(page: Page, { type, name, details, stock, experience }: Level): Promise<void> {
  const panel = main(page).getByRole("tabpanel");
  await panel.getByLabel("Name").fill(name);
  await panel.getByLabel("Points required").fill("1");
  await panel.getByLabel("Description").last().fill("For loyal listeners.");
  await panel.getByLabel("Type").selectOption(type);
  if (experience !== undefined)
    await chooseEntry(page, type === "DAPP_ACCESS" ? "Experience it unlocks" : "Required token", experience);
  if (stock !== undefined) await panel.getByLabel("Quantity available").fill(String(stock));
  if (details !== undefined) await panel.getByLabel("Instructions").fill(details);
  await button(page, "Add a level").click();
  await waitForText(page, `${name} added`);
}

const level = (page: Page, name: string) => main(page).locator(".ladder > li", { hasText: name });
const redeemButton = (page: Page, name: string) => level(page, name).getByRole("button", { name: "Redeem" });

/** Toggles looping. The song is so short that slow calls leave nothing of it to count. */
const toggleLoop = (page: Page) => page.getByRole("button", { name: "Loop" }).click();

/** Waits until a wrap's rewards show a first point: three runs of the track, because the first may be reported late. */
async function waitForFirstPoint(page: Page): Promise<void> {
  await main(page).getByText("You can earn again in 24 hours.").first().waitFor(backgroundTimeout);
  await page.getByRole("complementary").getByText("1", { exact: true }).waitFor();
}

/** Listens as a fan until the play counts and the page shows it. */
async function listenUntilCounted(fan: Visit, name: string): Promise<void> {
  const { page, open } = fan;
  // The song may autoplay: no play counts before the page is checked.
  const pageChecked = Promise.withResolvers<void>();
  const delayUntilChecked = async (route: Route) => {
    await pageChecked.promise;
    await route.continue();
  };
  await page.route("**/stream", delayUntilChecked, { times: 1 });
  await open(`${wrap}?tab=3`);
  await level(page, name).getByText("You need 1 more point.").waitFor();
  await expect(redeemButton(page, name)).toBeDisabled();
  pageChecked.resolve();
  await toggleLoop(page);
  await listenToWrap(page);
  await waitForFirstPoint(page);
  await toggleLoop(page);
  await expect(redeemButton(page, name)).toBeEnabled();
}

async function redeemLevel(page: Page, name: string): Promise<void> {
  await redeemButton(page, name).click();
  await dialog(page).getByText("Costs 1 point.").waitFor();
  await dialog(page).getByRole("button", { name: "Redeem" }).click();
}

/** Checks what a fan sees of a pending claim: the text of the specification, its details, and both by mail. */
async function expectClaimed(
  { page }: Visit,
  fan: Person,
  { name, details = "" }: Level,
  count = 1,
): Promise<void> {
  await level(page, name).getByText(claimed).waitFor();
  if (details !== "") await level(page, name).getByText(details).waitFor();
  const { text } = await waitForMail(program.url, fan.email, {
    subject: /^Your claim has been made$/,
    count,
  });
  for (const part of [name, claimed, details]) expect(text.replace(/\s+/g, " ")).toContain(part);
}

/** Finds the line of a claim in the publisher's list, with the contact address. */
const receivedClaim = ({ page }: Visit, fan: Person, name: string) =>
  main(page).getByRole("listitem").filter({ hasText: name }).filter({ hasText: fan.email });

/** Reward types that the artist fulfils manually. */
const manualLevels: readonly Level[] = [
  { type: "TICKET", name: "Row four, seat nine", details: "Doors open at seven.", stock: 2 },
  { type: "CREDIT", name: "A line on the sleeve" },
  { type: "MEET_AND_GREET", name: "Tea before the concert", details: "At the stage door." },
  { type: "SOCIAL_MEDIA_SHOUTOUT", name: "Named in a post" },
  { type: "WRAPPED_VIDEO", name: "The film of it" },
  { type: "VIRUTAL_MEET_AND_GREET", name: "Ten minutes on screen" },
  { type: "CUSTOM", name: "A postcard by hand" },
];

describe("a fan who listens", () => {
  test(`gets ${manualLevels.map(({ type }) => type).join(", ")} from the artist's contact`, async () => {
    const levels = manualLevels.map(renameLevel);
    const studio = await addLevels(levels);
    const subject = /^A fan has claimed a reward$/;
    const before = await countMails(program.url, fixture.publisher.email, subject);
    // The first fan listens for the point of the first level; the second has the points of the others already.
    const [listener, collector] = [await createPerson(program.url), await createPerson(program.url)];
    const [first, ...others] = levels;
    if (first === undefined) throw new Error("There are no levels.");
    await addPoints(program, collector, { song: fixture.song, points: others.length });
    const [listening, collecting] = [await visitAsUser(listener), await visitAsUser(collector)];
    await listenUntilCounted(listening, first.name);
    await level(listening.page, first.name).getByText(`${first.stock} left`).waitFor();
    await redeemLevel(listening.page, first.name);
    await expectClaimed(listening, listener, first);
    await collecting.open(`${wrap}?tab=3`);
    for (const [index, item] of others.entries()) {
      await redeemLevel(collecting.page, item.name);
      await expectClaimed(collecting, collector, item, index + 1);
    }
    await studio.open("/my/claims");
    for (const { name } of levels)
      await receivedClaim(studio, name === first.name ? listener : collector, name)
        .getByText("Requested")
        .waitFor();
    await waitForMail(program.url, fixture.publisher.email, {
      subject,
      count: before + levels.length,
    });
  });

  test("gets MERCH while in stock, and the point back if the artist declines", async () => {
    const jersey = renameLevel({
      type: "MERCH",
      name: "The red jersey",
      stock: 1,
      details: "Tell us your size.",
    });
    const { name } = jersey;
    const studio = await addLevels([jersey]);
    const [first, second] = await Promise.all([createPerson(program.url), createPerson(program.url)]);
    const [fan, other] = [await visitAsUser(first), await visitAsUser(second)];
    await Promise.all([listenUntilCounted(fan, name), listenUntilCounted(other, name)]);
    const subject = /^A fan has claimed/;
    const before = await countMails(program.url, fixture.publisher.email, subject);
    await redeemLevel(fan.page, name);
    await expectClaimed(fan, first, jersey);

    // The stock was one.
    await expect
      .poll(
        async () => {
          await other.open(`${wrap}?tab=3`);
          await redeemButton(other.page, name).waitFor();
          return level(other.page, name).getByText("Sold out.").count();
        },
        { intervals: [1_000], ...backgroundTimeout },
      )
      .toBe(1);
    await expect(redeemButton(other.page, name)).toBeDisabled();

    await studio.open("/my/claims");
    await receivedClaim(studio, first, name).getByText("Requested").waitFor();
    const notice = await waitForMail(program.url, fixture.publisher.email, { subject, count: before + 1 });
    expect(notice.text).toContain(`“${name}”`);
    await button(studio.page, `Decline ${name}`).click();
    await dialog(studio.page).getByLabel("Reason").fill("The moths were faster.");
    await dialog(studio.page).getByRole("button", { name: "Decline claim" }).click();
    await waitForText(studio.page, `Declined “${name}”.`);
    const mail = await waitForMail(program.url, first.email, { subject: /^Your claim was declined$/ });
    for (const part of [name, "The moths were faster.", "We’ve refunded your 1 point."])
      expect(mail.text.replace(/\s+/g, " ")).toContain(part);
    await fan.open("/my/rewards");
    await waitForText(fan.page, "Reason: The moths were faster.");
    await waitForText(fan.page, `Refunded: ${name}`);
    await main(fan.page).locator(".balance-points").getByText("1", { exact: true }).waitFor();

    // So one is in stock again for another fan.
    await expect
      .poll(
        async () => {
          await other.open(`${wrap}?tab=3`);
          await redeemButton(other.page, name).waitFor();
          return redeemButton(other.page, name).isEnabled();
        },
        { intervals: [1_000], ...backgroundTimeout },
      )
      .toBe(true);
    await redeemLevel(other.page, name);
    await level(other.page, name).getByText(claimed).waitFor();
  });

  test("gets DAPP_ACCESS to a private experience and joins it", async () => {
    const key = renameLevel({
      type: "DAPP_ACCESS",
      name: "The key to the back room",
      experience: "Back Room",
    });
    const { name } = key;
    await addLevels([key]);
    const person = await createPerson(program.url);
    const fan = await visitAsUser(person);
    const { page, open, expectAccessible } = fan;
    await injectWallet(page, { url: program.url });
    await open(`/experiences/${fixture.experience.pretty_id}/participate`);
    await waitForText(page, "Invite only");
    await waitForText(page, "0 of 1 points");
    await listenUntilCounted(fan, name);
    await redeemLevel(page, name);
    await page.waitForURL(/\/my\/art$/);
    await main(page).getByRole("heading", { name: "Unlocked for you" }).waitFor();
    await expectAccessible();
    const mail = await waitForMail(program.url, person.email, { subject: /^Your reward is ready$/ });
    expect(new URL(findLink(mail)).pathname).toBe(`/experiences/${fixture.experience.id}`);
    await main(page)
      .getByRole("link", { name: `Go to the experience ${name}` })
      .click();
    await main(page)
      .getByRole("link", { name: /^Participate/ })
      .click();
    await page.waitForURL(/\/participate$/);
    await button(page, /Journey Wallet/).click();
    await waitForText(page, "Connected: Journey Wallet");
    await button(page, "Reserve my spot").click();
    await main(page)
      .getByRole("heading", { name: /^Your (spot is confirmed|artwork is ready)$/ })
      .waitFor();
    await open("/my/rewards");
    await waitForText(page, "Joined an experience");
  });

  test("gets WRAPPED_MP3 with the token that the publisher chose: the original audio with an owner tag", async () => {
    const song = renameLevel({ type: "WRAPPED_MP3", name: "The file itself", experience: "Back Room" });
    const { name } = song;
    await addLevels([song]);
    const fan = await visitAsUser(await createPerson(program.url));
    const { page } = fan;
    const wallet = await injectWallet(page, { url: program.url });
    const [address = ""] = wallet.addresses;
    const token = await mintArtwork(program, fixture, address);
    await listenUntilCounted(fan, name);
    await redeemLevel(page, name);
    await level(page, name).getByText("Please link the wallet that owns the NFT to continue;").waitFor();
    const saving = page.waitForEvent("download");
    await button(page, "Connect Journey Wallet").click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe("inês_corvacho_salt_meridian.mp3");
    expect(wallet.requests).toContain("personal_sign");
    const [file, music] = await Promise.all([readFile(await saved.path()), readFile(shortTrackPath)]);
    expect(file.subarray(-music.length).equals(music)).toBe(true);
    const { common, frames } = await readTags(file);
    expect(common).toMatchObject({ title: "Salt Meridian", artist: "Inês Corvacho" });
    expect(frames).toMatchObject({
      "TXXX:NETWORK": "LOCAL",
      "TXXX:TOKEN_ID": String(token),
      TOWN: address,
    });
    expect(common.picture?.length).toBe(1);
  });

  test("sees every point and gets no second one within a day", async () => {
    const person = await createPerson(program.url);
    const { page, open } = await visitAsUser(person);
    await open(`${wrap}?tab=3`);
    await toggleLoop(page);
    await listenToWrap(page);
    await waitForFirstPoint(page);
    await main(page).getByRole("link", { name: "Your points and claims" }).click();
    await waitForText(page, "You can earn again in 24 hours.");
    await waitForText(page, "You listened");
    const balance = main(page).locator(".balance-points");
    await balance.getByText("1", { exact: true }).waitFor();

    // Another listen counts for the song, but earns nothing.
    const plays = async () => {
      const { rows } = await sql<{ counted: number }>`
        select count(*)::int as counted from play p join account a on a.id = p.account_id
        where a.email = ${person.email} and p.counted_at is not null`.execute(program.db);
      return rows[0]?.counted ?? 0;
    };
    await expect.poll(plays, backgroundTimeout).toBeGreaterThanOrEqual(2);
    await balance.getByText("1", { exact: true }).waitFor();
    await expect(main(page).locator(".point-entries > li")).toHaveCount(1);

    await ageLastListen(program, person, fixture.song);
    await balance.getByText("2", { exact: true }).waitFor();
    await expect(main(page).locator(".point-entries > li")).toHaveCount(2);
  });

  test("who logs in during the song gets the play counted", async () => {
    const person = await createPerson(program.url);
    const { page, open } = await startVisit(undefined, [/404/], program.url);
    const calls: { sent: { stream_id?: string }; status: number }[] = [];
    page.on("response", (response) => {
      if (response.url().endsWith("/stream"))
        calls.push({ sent: response.request().postDataJSON() ?? {}, status: response.status() });
    });
    // The song continues during the login, however long it takes.
    await page.addInitScript(() => {
      const slow = ({ target }: Event) => {
        if (target instanceof HTMLAudioElement) target.playbackRate = 0.0625;
      };
      document.addEventListener("play", slow, { capture: true, once: true });
    });
    await listenToWrap(page, () => open(`${wrap}?tab=3`));
    await expect.poll(() => calls.length).toBe(1);
    await main(page).getByRole("link", { name: "Log in to earn points" }).click();
    await logIn(page, person);
    await page.waitForURL(/tab=3/);
    await waitUntilPlaying(page);
    await page.locator("audio").evaluate((audio: HTMLAudioElement) => {
      audio.playbackRate = 1;
    });
    await waitForFirstPoint(page);
    expect(calls.map(({ status }) => status)).not.toContain(400);
    expect(calls.filter(({ sent }) => sent.stream_id === undefined)).toHaveLength(1);
  });

  test("through a shared link earns the sharer a point", async () => {
    const person = await createPerson(program.url);
    const sharer = await visitAsUser(person);
    const me = await callApi<{ id: string }>(program.url, "GET", "me", undefined, sharer.token);
    // Stubs the phone's native share sheet.
    await sharer.page.addInitScript(() => {
      const share = async (shared: ShareData) => {
        document.documentElement.dataset.shared = JSON.stringify(shared);
      };
      Object.defineProperty(navigator, "share", { value: share });
    });
    // Listening to it themselves would earn a point too.
    await sharer.page.route("**/stream", () => undefined);
    await sharer.open(wrap);
    await button(sharer.page, "Share").first().click();
    const shared = await sharer.page.locator("html[data-shared]").getAttribute("data-shared");
    const { title, text, url }: ShareData = JSON.parse(shared ?? "{}");
    expect([title, text]).toEqual([
      "Salt Meridian, Inês Corvacho",
      "Listen to Salt Meridian by Inês Corvacho.",
    ]);
    expect(url).toBe(`${program.url}${wrap}?inc=${me.id}`);
    const visitor = await startVisit(undefined, [/404/], program.url);
    await visitor.open(`${wrap}?inc=${me.id}`);
    await toggleLoop(visitor.page);
    await listenToWrap(visitor.page);
    const entries = async () => {
      const { data } = await callApi<{ data: { kind: string; points: number }[] }>(
        ...([program.url, "GET", "my/points", undefined, sharer.token] as const),
      );
      return data.map(({ kind, points }) => [kind, points]);
    };
    await expect.poll(entries, backgroundTimeout).toEqual([["SHARE", 1]]);
    await sharer.open("/my/rewards");
    await waitForText(sharer.page, "Someone listened through your link");
  });
});
