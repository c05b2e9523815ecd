import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { sql } from "../../server/src/platform/database/database.ts";
import { desktop, phone, type Screen } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { createExperience } from "../harness/experiences.ts";
import { pauseCall, pauseTimers } from "../harness/interception.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { callApi } from "../harness/people.ts";
import { chooseEntry, picker } from "../harness/pickers.ts";
import {
  buildPng,
  coverPath,
  createDraft,
  createPublisher,
  type Draft,
  type Publisher,
} from "../harness/publisher.ts";
import { startIsolatedProgram, type TestProgram } from "../harness/test-program.ts";
import type { Visit } from "../harness/visit.ts";
import { backgroundTimeout, measureOverflow } from "../harness/visit.ts";

let program: TestProgram;

const wide = buildPng(300, 90);
const tooLarge = Buffer.alloc(2_000_000);

beforeAll(async () => {
  // The program has its local chain and a network whose RPC node is unreachable.
  program = await startIsolatedProgram({
    LINEA_GOERLI_RPC_URL: "http://127.0.0.1:9",
    OPERATOR_KEY: randomBytes(32).toString("hex"),
  });
});
afterAll(() => program.close());

type VisitOptions = { screen?: Screen; allowed?: readonly RegExp[] };
type OwnCampaign = { id: number; pretty_id: string; name: string; description: string; stage: string };

/** Visits the site as a publisher. Wraps that are public without audio answer 404 to the player. */
const visitAsPublisher = (
  publisher: Publisher,
  { allowed = [], ...options }: VisitOptions = {},
): Promise<Visit> => visitAs(publisher, { url: program.url, allowed: [/404/, ...allowed], ...options });

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name });
const link = (page: Page, name: string | RegExp) => main(page).getByRole("link", { name });
const dialog = (page: Page) => page.getByRole("alertdialog");
const waitForText = (page: Page, text: string | RegExp) => main(page).getByText(text).first().waitFor();
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("name"));

/** Creates a publisher with a public wrap. */
async function createPublicWrap(name = "Salt Meridian"): Promise<{ publisher: Publisher; song: Draft }> {
  const publisher = await createPublisher(program.url);
  const song = await createDraft(program.url, publisher, { name });
  await sql`update song set status = 'ACTIVE' where id = ${song.id}`.execute(program.db);
  return { publisher, song };
}

async function postForm<Body>(
  { token }: Publisher,
  path: string,
  data: Record<string, unknown>,
  part: string,
): Promise<Body> {
  const form = new FormData();
  form.append("data", JSON.stringify(data));
  form.append(
    part,
    new Blob([await readFile(coverPath("salt-meridian"))], { type: "image/jpeg" }),
    "art.jpg",
  );
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${program.url}/api/v1/${path}`, { method: "POST", headers, body: form });
  const answer = (await response.json()) as { success: boolean; body: Body };
  if (!answer.success) throw new Error(`${path} was answered ${JSON.stringify(answer)}`);
  return answer.body;
}

const createCampaign = (publisher: Publisher, song: Draft, more: Record<string, unknown> = {}) =>
  postForm<OwnCampaign>(
    publisher,
    `drop/${song.id}`,
    { name: "Tide Tables", network: "LOCAL", max_nfts: 2, ...more },
    "promo_image",
  );

/** Adds components to one slot: as many different artworks. */
async function addComponents(
  publisher: Publisher,
  { id }: { id: number },
  names = ["Chart", "Harbour"],
): Promise<void> {
  for (const name of names) {
    const data = { name, slot_number: 1, anchor_point: "TOP_LEFT", layer_level: 1, rarity: 20, width: 900 };
    await postForm(publisher, `drop/${id}/component`, data, "image");
  }
}

const fetchCampaign = async ({ token }: Publisher, id: number): Promise<OwnCampaign> =>
  (await callApi<{ campaign: OwnCampaign }>(program.url, "GET", `my/dapp/${id}`, undefined, token)).campaign;

const fetchStage = async (publisher: Publisher, id: number): Promise<string> =>
  (await fetchCampaign(publisher, id)).stage;

describe("an experience", () => {
  test("is created, filled with components, activated and renamed", async () => {
    const { publisher } = await createPublicWrap();
    const { page, open, expectAccessible } = await visitAsPublisher(publisher);
    await open("/my/experiences");
    await waitForText(page, "No experiences yet.");

    await link(page, "Create your first experience").click();
    await page.waitForURL(/\/my\/experiences\/create$/);
    await chooseEntry(page, "Wrap", "Salt Meridian");
    await main(page).getByLabel("Name").fill("Tide Tables");
    await main(page).getByLabel("Description").fill("Every tide of a year, one each.");
    await main(page).locator("input[name=promo_image]").setInputFiles(coverPath("salt-meridian"));
    await main(page).getByLabel("Number of spots").fill("2");
    await main(page).getByLabel("Network").selectOption("LOCAL");
    await expectAccessible();
    await button(page, "Create experience").click();
    await page.waitForURL(/\/my\/experiences\/\d+$/);

    // The checklist names what is missing and links to it.
    const id = Number(page.url().split("/").at(-1));
    await waitForText(page, "1 step left before you can activate.");
    await expectAccessible();
    await addComponents(publisher, { id });
    await page.reload();
    await waitForText(page, "Ready to activate.");
    await waitForText(page, "2 possible artworks");

    // Activation needs a confirmation and takes a while.
    await button(page, "Activate").click();
    await dialog(page).getByText("can’t be undone").waitFor();
    await expectAccessible();
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await dialog(page).waitFor({ state: "detached" });
    expect(await fetchStage(publisher, id)).toBe("DRAFT");
    await button(page, "Activate").click();
    await dialog(page).getByRole("button", { name: "Activate" }).click();
    await main(page).getByText("Tide Tables is active. Fans can join.").waitFor(backgroundTimeout);
    await waitForText(page, "Components are locked after activation.");
    await expectAccessible();

    // What fans rely on is fixed; the name is not.
    await expect(main(page).getByLabel("Number of spots")).toHaveCount(0);
    const resume = await pauseCall(page, "PATCH", `drop/${id}`);
    await main(page).getByLabel("Name").fill("Tide Tables, revised");
    await button(page, "Save changes").click();
    await main(page).getByLabel("Description").fill("Every tide of two years.");
    resume();
    await waitForText(page, "Changes saved.");
    await main(page).getByRole("heading", { name: "Tide Tables, revised" }).waitFor();
    // What was typed during activation is still there and can be saved.
    await expect(main(page).getByLabel("Description")).toHaveValue("Every tide of two years.");
    await button(page, "Save changes").click();
    await expect
      .poll(async () => (await fetchCampaign(publisher, id)).description)
      .toBe("Every tide of two years.");
  });

  test("is completed, then deleted", async () => {
    const { publisher, experience } = await createExperience(program);
    const { id, name } = experience;
    const { page, open, expectAccessible } = await visitAsPublisher(publisher);
    await open(`/my/experiences/${id}`);
    await button(page, "Complete experience").click();
    await dialog(page).getByRole("button", { name: "Complete" }).click();
    await waitForText(page, `${name} is complete.`);
    expect(await fetchStage(publisher, id)).toBe("COMPLETED");

    await button(page, "Delete experience").click();
    await dialog(page)
      .getByText("Please confirm deletion of this experience. Deleting this is irreversible.")
      .waitFor();
    await expectAccessible();
    await dialog(page).getByRole("button", { name: "Delete" }).click();
    await page.waitForURL(/\/my\/experiences$/);
    await waitForText(page, `${name} was deleted.`);
    await waitForText(page, "No experiences yet.");
    await open(`/my/experiences/${id}`);
    await waitForText(page, "Experience not found");
  });

  test("with invalid fields reports each error, focuses the first one and keeps the input", async () => {
    const { publisher } = await createPublicWrap();
    const { page, open, expectAccessible } = await visitAsPublisher(publisher, {
      screen: phone,
      allowed: [/ERR_INTERNET_DISCONNECTED/],
    });
    await open("/my/experiences/create");
    await main(page).getByLabel("Number of spots").fill("");
    await main(page).getByLabel("Price per spot").fill("2.345");
    await main(page).getByLabel("Reward points").fill("1.5");
    // The toast stays for four seconds; the errors stay at their fields.
    const resumeTimers = await pauseTimers(page, 4_000);
    await button(page, "Create experience").click();
    const refusal = main(page).getByText("Not saved: 5 fields need attention.");
    await refusal.waitFor();
    await waitForText(page, "Enter a whole number.");
    await waitForText(page, "Use up to two decimal places.");
    await expect(main(page).getByText("Required", { exact: true })).toHaveCount(3);
    await expect
      .poll(() => picker(page, "Wrap").evaluate((field) => field === document.activeElement))
      .toBe(true);
    await expectAccessible();
    await resumeTimers();
    await refusal.waitFor({ state: "detached" });
    await expect(main(page).getByText("Required", { exact: true })).toHaveCount(3);

    await chooseEntry(page, "Wrap", "Salt Meridian");
    await main(page).getByLabel("Name").fill("Ledger");
    await main(page)
      .locator("input[name=promo_image]")
      .setInputFiles({ name: "wide.png", mimeType: "image/png", buffer: Buffer.concat([wide, tooLarge]) });
    await waitForText(page, "Use a PNG or JPEG up to 2 MB.");
    await main(page)
      .locator("input[name=promo_image]")
      .setInputFiles({ name: "wide.png", mimeType: "image/png", buffer: wide });
    await waitForText(page, /wide\.png: 300 × 90 px/);
    await main(page).getByLabel("Number of spots").fill("0");
    await main(page).getByLabel("Price per spot").fill("2.5");
    // An empty field gets the default: 1.
    await main(page).getByLabel("Reward points").fill("");
    await main(page).getByRole("radio", { name: "Private" }).check();
    await waitForText(page, "This wrap has no reward levels yet.");
    await page.context().setOffline(true);
    await button(page, "Create experience").click();
    await main(page).getByRole("alert").waitFor();
    await expect(main(page).getByLabel("Name")).toHaveValue("Ledger");
    await page.context().setOffline(false);
    await button(page, "Create experience").click();
    await page.waitForURL(/\/my\/experiences\/\d+$/);
    await waitForText(page, "$2.50");
    await waitForText(page, "Private");
    const { campaign } = await callApi<{
      campaign: { reward_points: number; image: { width: number; height: number } };
    }>(program.url, "GET", `my/dapp/${page.url().split("/").at(-1)}`, undefined, publisher.token);
    expect(campaign).toMatchObject({ reward_points: 1, image: { width: 300, height: 90 } });
  });

  test("starts with the linked wrap and can be unlocked by a reward level", async () => {
    const { publisher, song } = await createPublicWrap("Long Division");
    const level = {
      name: "Front row",
      description: "A seat",
      reward_points_earned: 40,
      reward_type: "TICKET",
    };
    await callApi(program.url, "POST", `song/${song.id}/reward`, level, publisher.token);
    const { page, open } = await visitAsPublisher(publisher);
    await open(`/my/experiences/create?song=${song.id}`);
    await expect(picker(page, "Wrap")).toHaveValue("Long Division");
    await main(page).getByLabel("Name").fill("By the stage");
    await main(page).locator("input[name=promo_image]").setInputFiles(coverPath("salt-meridian"));
    await main(page).getByRole("radio", { name: "Private" }).check();
    await main(page)
      .getByLabel("Reward level that unlocks it")
      .selectOption({ label: "Front row (40 points)" });
    await button(page, "Create experience").click();
    await page.waitForURL(/\/my\/experiences\/\d+$/);
    await main(page).getByLabel("Reward level that unlocks it").waitFor();
    await expect(main(page).getByLabel("Reward level that unlocks it")).not.toHaveValue("");
  });

  test("saves unsaved changes before activation, and leaving with unsaved changes asks first", async () => {
    const { publisher, song } = await createPublicWrap();
    const campaign = await createCampaign(publisher, song, { max_nfts: 0 });
    await addComponents(publisher, campaign);
    const { page, open, expectAccessible } = await visitAsPublisher(publisher, { screen: phone });
    await open(`/my/experiences/${campaign.id}`);
    const spots = main(page).getByLabel("Number of spots");
    await spots.fill("7");
    await spots.fill("0");
    await link(page, "My experiences").click();
    await page.waitForURL(/\/my\/experiences$/);
    await open(`/my/experiences/${campaign.id}`);
    await spots.fill("7");
    await link(page, "My experiences").click();
    await dialog(page).getByText("your input stays in this browser as a draft").waitFor();
    await expectAccessible();
    await dialog(page).getByRole("button", { name: "Stay" }).click();
    await dialog(page).waitFor({ state: "detached" });

    // More spots than combinations: saved, but not activated.
    const activate = () => button(page, "Activate").click();
    const confirm = () => dialog(page).getByRole("button", { name: "Save and activate" }).click();
    await activate();
    await confirm();
    await waitForText(page, "Changes saved, but the experience wasn’t activated: something is missing.");
    expect(await fetchStage(publisher, campaign.id)).toBe("DRAFT");
    await spots.fill("2");
    await button(page, "Save changes").click();
    // Matches the whole message, because an earlier one starts with the same words.
    await main(page).getByText("Changes saved.", { exact: true }).waitFor();

    await main(page).getByLabel("Price per spot").fill("2.345");
    await activate();
    await confirm();
    await dialog(page)
      .getByText("Your changes couldn’t be saved, so the experience wasn’t activated.")
      .waitFor();
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await waitForText(page, "Use up to two decimal places.");
    await main(page).getByLabel("Price per spot").fill("0");
    await main(page).getByLabel("Name").fill("Tide Tables, at last");
    await activate();
    await dialog(page).getByText("You have unsaved changes.").waitFor();
    await dialog(page).getByText("Generative").waitFor();
    await dialog(page).getByText("Public", { exact: true }).waitFor();
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await confirm();
    await main(page).getByText("Tide Tables, at last is active. Fans can join.").waitFor(backgroundTimeout);
    const { campaign: now } = await callApi<{ campaign: { max_nfts: number; name: string } }>(
      ...([program.url, "GET", `my/dapp/${campaign.id}`, undefined, publisher.token] as const),
    );
    expect(now).toMatchObject({ max_nfts: 2, name: "Tide Tables, at last" });
  });

  test("on an unreachable network can be cancelled after a confirmation, and becomes an editable draft", async () => {
    const { publisher, song } = await createPublicWrap();
    const campaign = await createCampaign(publisher, song, { network: "LINEA_GOERLI" });
    await addComponents(publisher, campaign);
    const { page, open, expectAccessible } = await visitAsPublisher(publisher, { screen: phone });
    await open(`/my/experiences/${campaign.id}`);
    await button(page, "Activate").click();
    await dialog(page).getByRole("button", { name: "Activate" }).click();
    await button(page, "Cancel activation").click();
    await expectAccessible();
    expect(await fetchStage(publisher, campaign.id)).toBe("ACTIVATING");
    await dialog(page).getByRole("button", { name: "Cancel activation" }).click();
    await waitForText(page, "Tide Tables is a draft again.");
    await expectAccessible();
    expect(await fetchStage(publisher, campaign.id)).toBe("DRAFT");
    await waitForText(page, "Ready to activate.");
    await main(page).getByLabel("Number of spots").fill("1");
    await button(page, "Save changes").click();
    await waitForText(page, "Saved.");
  });

  test("of another publisher is not found", async () => {
    const { publisher, song } = await createPublicWrap();
    const { id } = await createCampaign(publisher, song);
    const { page, open } = await visitAsPublisher(await createPublisher(program.url));
    for (const path of [`/my/experiences/${id}`, `/my/experiences/${id}/mint`]) {
      await open(path);
      await waitForText(page, "Experience not found");
    }
  });
});

describe("the list of experiences", () => {
  test.each<[string, Screen]>([
    ["a phone", phone],
    ["a desktop", desktop],
  ])("shows stage and next step on %s, and has pages", async (_, screen) => {
    const { publisher, song } = await createPublicWrap();
    const { id } = await createCampaign(publisher, song, { name: "Unbroken".repeat(12) });
    await sql`
      insert into campaign (pretty_id, song_id, name, description, type, max_nfts, promo_image_id, created_at,
        created_by, network)
      select 'copy-' || ${song.id}::text || '-' || n, song_id, 'Copy ' || n, '', type, 0, promo_image_id,
        created_at - n * interval '1 hour', created_by, network
      from campaign, generate_series(1, 12) n where id = ${id}`.execute(program.db);
    const { page, open, expectAccessible } = await visitAsPublisher(publisher, { screen });
    await open("/my/experiences");
    await waitForText(page, "13 experiences");
    await link(page, `Add components: ${"Unbroken".repeat(12)}`).waitFor();
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await link(page, "Next").click();
    await link(page, "Copy 12").first().click();
    await page.waitForURL(/\/my\/experiences\/\d+$/);
    await main(page).getByRole("heading", { name: "Copy 12" }).waitFor();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await open(`/my/experiences/${id}`);
    await waitForText(page, "Activation checklist");
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  });
});

describe("minting for addresses", () => {
  const wallet = (digit: string) => `0x${digit.repeat(40)}`;
  const list = (page: Page) => main(page).getByLabel("Wallet addresses");

  test("reports every invalid line, warns about repeated addresses and shows progress", async () => {
    const { publisher, song } = await createPublicWrap("Harbour Light");
    const { id } = await createCampaign(publisher, song, { max_nfts: 0 });
    // More combinations than mints: the last mint would complete the experience and remove the form.
    await addComponents(publisher, { id }, ["Chart", "Harbour", "Lantern", "Ledger"]);
    const { page, open, expectAccessible } = await visitAsPublisher(publisher, {
      screen: phone,
      allowed: [/400/, /409/],
    });
    await open(`/my/experiences/${id}/mint`);
    await waitForText(page, "You can mint once the experience is active.");
    await callApi(program.url, "PATCH", `drop/${id}/activate`, undefined, publisher.token);
    await expect.poll(() => fetchStage(publisher, id), backgroundTimeout).toBe("ACTIVE");
    await open(`/my/experiences/${id}/mint`);
    await button(page, /^Mint/).click();
    await waitForText(page, "Enter at least one wallet address.");
    await expect.poll(() => focusedName(page)).toBe("wallets");

    const wrong = [wallet("1"), "", "0x12", wallet("2"), "nobody"].join("\n");
    await list(page).fill(wrong);
    // The message shows for three seconds; the state in the list stays.
    const resumeTimers = await pauseTimers(page, 3_000);
    await button(page, "Mint 4 artworks").click();
    const refusal = main(page).getByText("2 invalid lines. Nothing was queued.");
    await expect(refusal).toHaveCount(2);
    await expectAccessible();
    await resumeTimers();
    await expect(refusal).toHaveCount(1);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await button(page, "Go to line 5").click();
    const selected = await list(page).evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    );
    expect(selected).toBe("nobody");
    await expect(list(page)).toHaveValue(wrong);

    await list(page).fill([wallet("1"), wallet("1")].join("\n"));
    await button(page, "Mint 2 artworks").click();
    await dialog(page).getByText("1 address appears more than once").waitFor();
    await expectAccessible();
    await dialog(page).getByRole("button", { name: "Back to the list" }).click();
    await dialog(page).waitFor({ state: "detached" });
    await waitForText(page, "No lists yet.");
    await button(page, "Mint 2 artworks").click();
    await dialog(page).getByRole("button", { name: "Mint all" }).click();
    await waitForText(page, "2 artworks queued.");
    await expect(list(page)).toHaveValue("");
    await main(page)
      .getByText(/^2 of 2 minted$/)
      .waitFor(backgroundTimeout);
    await expectAccessible();

    // Failed artworks show their reason and can be retried.
    await sql`
      update participant set state = 'FAILED', problem = 'The receiver''s address cannot hold tokens.', minted_at = null
      where campaign_id = ${id} and id = (select min(id) from participant where campaign_id = ${id})`.execute(
      program.db,
    );
    await page.reload();
    await waitForText(page, "This address can’t receive the token.");
    await expectAccessible();
    await button(page, /^Retry /).click();
    await main(page).getByText("This address can’t receive the token.").waitFor({ state: "detached" });
    expect(
      await callApi<{ total: number }>(
        program.url,
        "GET",
        `my/dapp/${id}/failures`,
        undefined,
        publisher.token,
      ),
    ).toMatchObject({ total: 0 });
  });
});

describe("failed artworks", () => {
  test("are reported on the page of their experience, with a link to the reasons, until they are retried", async () => {
    const { publisher, song } = await createPublicWrap("Harbour Light");
    const { id } = await createCampaign(publisher, song, { max_nfts: 0 });
    await addComponents(publisher, { id }, ["Chart", "Harbour", "Lantern"]);
    await callApi(program.url, "PATCH", `drop/${id}/activate`, undefined, publisher.token);
    await expect.poll(() => fetchStage(publisher, id), backgroundTimeout).toBe("ACTIVE");
    const wallets = [`0x${"8".repeat(40)}`];
    await callApi(program.url, "POST", `drop/${id}/mint`, { wallets }, publisher.token);
    const states = async () => {
      const { rows } = await sql<{ state: string }>`
        select state from participant where campaign_id = ${id}`.execute(program.db);
      return rows.map(({ state }) => state);
    };
    await expect.poll(states, backgroundTimeout).toEqual(["MINTED"]);
    const { page, open, expectAccessible } = await visitAsPublisher(publisher, { screen: phone });
    const failed = main(page).getByRole("heading", { name: "Failed", exact: true });
    const path = `/my/experiences/${id}`;
    await open(path);
    await waitForText(page, "Mint to wallets");
    await page.waitForLoadState("networkidle");
    await expect(failed).toHaveCount(0);

    await sql`
      update participant set state = 'FAILED', problem = 'The receiver''s address cannot hold tokens.', minted_at = null,
        nft_id = null where campaign_id = ${id}`.execute(program.db);
    await page.reload();
    await failed.waitFor();
    await waitForText(page, "1 artwork failed.");
    await expectAccessible();
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await link(page, "View details").focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${path}/mint`);
    await waitForText(page, "This address can’t receive the token.");
    await waitForText(page, "Their spots are still reserved, so you can retry.");
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await button(page, /^Retry /).focus();
    await page.keyboard.press("Enter");
    await failed.waitFor({ state: "detached" });
    await expect.poll(states).not.toContain("FAILED");
    await open(path);
    await waitForText(page, "Mint to wallets");
    await page.waitForLoadState("networkidle");
    await expect(failed).toHaveCount(0);
  });
});

test("the wrap of an experience is found among 2,000 on a phone, by keyboard and by touch", async () => {
  const { publisher, song } = await createPublicWrap("Long Division");
  // Newer than the public wrap, which is therefore not among those shown first.
  await sql`
    insert into song (pretty_id, artist_id, artist, name, status, created_at)
    select 'many-' || ${song.id}::int || '-' || n, ${publisher.artist}::int, 'Inês Corvacho', 'Sketch ' || n, 'DRAFT',
      now() + n * interval '1 minute'
    from generate_series(1, 2000) n`.execute(program.db);
  const { page, open, expectAccessible } = await visitAsPublisher(publisher, {
    screen: phone,
    allowed: [/500/],
  });
  await open("/my/experiences/create");
  const field = picker(page, "Wrap");
  const options = page.getByRole("listbox").getByRole("option");
  const active = () =>
    field.evaluate(
      (input) => document.getElementById(input.getAttribute("aria-activedescendant") ?? "")?.textContent,
    );
  const waitForStatus = (text: string) =>
    main(page).getByRole("status").filter({ hasText: text }).waitFor({ state: "attached" });
  await field.click();
  await waitForStatus("2,001 results");
  await expect(options).toHaveCount(21);
  await options.filter({ hasText: "Sketch 2000" }).getByText("Draft").waitFor();
  await expectAccessible();
  expect(await measureOverflow(page)).toBe(0);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible({ rules: ["color-contrast"] });

  // By keyboard: the ends, more entries, a misspelt name.
  await field.press("ArrowDown");
  await expect.poll(active).toMatch(/^Sketch 2000/);
  await field.press("ArrowUp");
  await expect.poll(active).toBe("Show more");
  await field.press("Enter");
  // The list also loads more while it scrolls to its end.
  await expect.poll(() => options.count()).toBeGreaterThan(21);
  await field.press("Home");
  await expect.poll(active).toMatch(/^Sketch 2000/);
  await field.fill("long divsion");
  await expect.poll(active).toMatch(/^Long Division/);
  await expectAccessible();
  await field.press("Enter");
  await expect(field).toHaveValue("Long Division");
  await expect(main(page).locator("input[name=song_id]")).toHaveValue(String(song.id));
  await options.first().waitFor({ state: "detached" });

  // Leaving the list keeps the choice, which is shown although it is not among the first.
  await field.fill("xylophone quartet");
  await waitForStatus("No results");
  await expectAccessible();
  await field.press("Escape");
  await expect(field).toHaveValue("Long Division");
  await field.press("ArrowDown");
  await expect.poll(active).toMatch(/^Long Division/);

  // A failed search can be repeated.
  await page.route("**/api/v1/my/songs?**", (route) => route.fulfill({ status: 500, json: {} }));
  await field.fill("sketch 77");
  await main(page).getByRole("button", { name: "Try again" }).waitFor();
  await expectAccessible();
  await page.unroute("**/api/v1/my/songs?**");
  await main(page).getByRole("button", { name: "Try again" }).click();
  await options.filter({ hasText: /^Sketch 77 Inês/ }).click();
  await expect(field).toHaveValue("Sketch 77");
});
