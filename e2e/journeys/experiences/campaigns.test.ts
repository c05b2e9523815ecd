import type { Locator, Page } from "playwright-core";
import { describe, test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { phone, type Screen } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { createExperience } from "../../harness/experiences.ts";
import { choosePaddedFiles } from "../../harness/file-transfer.ts";
import { pauseCall, pauseTimers } from "../../harness/interception.ts";
import { button, dialog, link, main, tab, waitForText } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { callApi } from "../../harness/people.ts";
import { chooseEntry, picker } from "../../harness/pickers.ts";
import { addRewardLevel } from "../../harness/points.ts";
import {
  buildPng,
  createDraft,
  createPublisher,
  type Draft,
  type Publisher,
} from "../../harness/publisher.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { backgroundTimeout, measureOverflow, type Visit } from "../../harness/visit.ts";

const program = openSharedProgram();

const wide = buildPng(300, 90);

type VisitOptions = { screen?: Screen; allowed?: readonly RegExp[] };
type OwnCampaign = { name: string; description: string; stage: string; max_nfts: number };

/** Visits the site as a publisher. Wraps that are public without audio answer 404 to the player. */
const visitAsPublisher = (
  publisher: Publisher,
  { allowed = [], ...options }: VisitOptions = {},
): Promise<Visit> => visitAs(publisher, { url: program.url, allowed: [/404/, ...allowed], ...options });

/** Creates a public wrap of a publisher. */
async function createPublicWrap(publisher: Publisher, name: string): Promise<Draft> {
  const song = await createDraft(program.url, publisher, { name });
  await sql`update song set status = 'ACTIVE' where id = ${song.id}`.execute(program.db);
  return song;
}

async function postForm<Body>(
  { token }: Publisher,
  path: string,
  data: Record<string, unknown>,
  part: string,
): Promise<Body> {
  const form = new FormData();
  form.append("data", JSON.stringify(data));
  form.append(part, new Blob([Uint8Array.from(wide)], { type: "image/png" }), "art.png");
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${program.url}/api/v1/${path}`, { method: "POST", headers, body: form });
  const answer = (await response.json()) as { success: boolean; body: Body };
  if (!answer.success) throw new Error(`${path} was answered ${JSON.stringify(answer)}`);
  return answer.body;
}

const createCampaign = (publisher: Publisher, song: Draft, more: Record<string, unknown> = {}) =>
  postForm<{ id: number }>(
    publisher,
    `drop/${song.id}`,
    { name: "Tide Tables", network: "LOCAL", max_nfts: 2, ...more },
    "promo_image",
  );

const fetchCampaign = async ({ token }: Publisher, id: number): Promise<OwnCampaign> =>
  (await callApi<{ campaign: OwnCampaign }>(program.url, "GET", `my/dapp/${id}`, undefined, token)).campaign;

/** The bar of unsaved changes covers neither the field nor the main links below it. */
async function expectInView(page: Page, field: Locator): Promise<void> {
  const boxes = [field, main(page).locator(".save-bar"), page.locator(".top > nav")].map((of) =>
    of.boundingBox(),
  );
  const [typed, bar, links] = await Promise.all(boxes);
  if (typed == null || bar == null || links == null) throw new Error("Something is not displayed.");
  expect(typed.y + typed.height).toBeLessThanOrEqual(bar.y);
  expect(bar.y + bar.height).toBeLessThanOrEqual(links.y);
}

describe("an experience", () => {
  test("is created once every field is right and the network is back, and unlocked by a reward level", async () => {
    const publisher = await createPublisher(program.url);
    const song = await createPublicWrap(publisher, "Long Division");
    await addRewardLevel(program, publisher, song.id, {
      name: "Front row",
      reward_points_earned: 40,
      reward_type: "TICKET",
    });
    const { page, open } = await visitAsPublisher(publisher, {
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
    await expect
      .poll(() => picker(page, "Wrap").evaluate((field) => field === document.activeElement))
      .toBe(true);
    await resumeTimers();
    await refusal.waitFor({ state: "detached" });
    await expect(main(page).getByText("Required", { exact: true })).toHaveCount(3);

    await chooseEntry(page, "Wrap", "Long Division");
    await main(page).getByLabel("Name").fill("Ledger");
    const image = main(page).locator("input[name=promo_image]");
    const png = { name: "wide.png", mimeType: "image/png", buffer: wide };
    await choosePaddedFiles(image, [{ ...png, sizeBytes: 2_000_200 }]);
    await waitForText(page, "Use a PNG or JPEG up to 2 MB.");
    await image.setInputFiles(png);
    await waitForText(page, /wide\.png: 300 × 90 px/);
    await main(page).getByLabel("Number of spots").fill("0");
    await main(page).getByLabel("Price per spot").fill("2.5");
    // An empty field gets the default: 1.
    await main(page).getByLabel("Reward points").fill("");
    await main(page).getByRole("radio", { name: "Private" }).check();
    const level = main(page).getByLabel("Reward level that unlocks it");
    await level.selectOption({ label: "Front row (40 points)" });
    await page.context().setOffline(true);
    await button(page, "Create experience").click();
    await main(page).getByRole("alert").waitFor();
    await expect(main(page).getByLabel("Name")).toHaveValue("Ledger");
    await page.context().setOffline(false);
    await button(page, "Create experience").click();
    await page.waitForURL(/\/my\/experiences\/\d+$/);
    await waitForText(page, "$2.50");
    await expect(main(page).getByLabel("Private")).toBeChecked();
    // The checklist names what is missing.
    await waitForText(page, "1 step left before you can activate.");
    await expect(level).not.toHaveValue("");
    const id = Number(page.url().split("/").at(-1));
    expect(await fetchCampaign(publisher, id)).toMatchObject({
      reward_points: 1,
      image: { width: 300, height: 90 },
    });
  });

  test("is activated with its unsaved changes, renamed, completed and deleted", async () => {
    const publisher = await createPublisher(program.url);
    const song = await createPublicWrap(publisher, "Salt Meridian");
    const { id } = await createCampaign(publisher, song, { max_nfts: 0 });
    for (const name of ["Chart", "Harbour"]) {
      const place = { slot_number: 1, anchor_point: "TOP_LEFT", layer_level: 1, rarity: 20, width: 900 };
      await postForm(publisher, `drop/${id}/component`, { name, ...place }, "image");
    }
    const { page, open } = await visitAsPublisher(publisher, { screen: phone });
    const path = `/my/experiences/${id}?tab=details`;
    await open(path);
    const field = (name: string) => main(page).getByLabel(name);
    const confirm = (name: string) => dialog(page).getByRole("button", { name }).click();
    await field("Number of spots").fill("7");
    await waitForText(page, "1 change");
    await expectInView(page, field("Number of spots"));
    await link(page, "My experiences").click();
    await dialog(page).getByText("your input stays in this browser as a draft").waitFor();
    await confirm("Stay");
    await dialog(page).waitFor({ state: "detached" });

    // More spots than combinations: saved, but not activated.
    await button(page, "Activate").click();
    await confirm("Save and activate");
    await waitForText(page, "Changes saved, but the experience wasn’t activated: something is missing.");
    expect(await fetchCampaign(publisher, id)).toMatchObject({ stage: "DRAFT", max_nfts: 7 });
    await field("Number of spots").fill("2");
    await button(page, "Save changes").click();
    // Matches the whole message, because the earlier one starts with the same words.
    await main(page).getByText("Changes saved.", { exact: true }).waitFor();
    await field("Price per spot").fill("2.345");
    await button(page, "Activate").click();
    await confirm("Save and activate");
    await dialog(page)
      .getByText("Your changes couldn’t be saved, so the experience wasn’t activated.")
      .waitFor();
    await confirm("Cancel");
    await waitForText(page, "Use up to two decimal places.");
    await field("Price per spot").fill("0");
    await field("Name").fill("Tide Tables, at last");
    await button(page, "Activate").click();
    await dialog(page).getByText("You have unsaved changes.").waitFor();
    await dialog(page).getByText("can’t be undone").waitFor();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await confirm("Save and activate");
    await main(page).getByText("Tide Tables, at last is active. Fans can join.").waitFor(backgroundTimeout);
    // Now it can be shared: the button, the card and the link.
    await button(page, "Share").waitFor();
    await expect(main(page).locator(".manage-more dt")).toHaveCount(4);
    await tab(page, "Overview").click();
    await expect(main(page).getByRole("img", { name: /^Card of/ })).toHaveJSProperty("naturalWidth", 1_200);
    await tab(page, "Components").click();
    await waitForText(page, "Components are locked after activation.");
    await tab(page, "Details").click();
    for (const term of ["Type", "Access", "Network", "Contract"])
      await main(page).getByRole("term").filter({ hasText: term }).waitFor();
    expect(await fetchCampaign(publisher, id)).toMatchObject({
      stage: "ACTIVE",
      name: "Tide Tables, at last",
    });

    // What fans rely on is fixed; the name is not. What is typed while it is saved stays.
    await expect(field("Number of spots")).toHaveCount(0);
    const resume = await pauseCall(page, "PATCH", `drop/${id}`);
    await field("Name").fill("Tide Tables, revised");
    await button(page, "Save changes").click();
    await field("Description").fill("Every tide of two years.");
    resume();
    await main(page).getByRole("heading", { name: "Tide Tables, revised" }).waitFor();
    await expect(field("Description")).toHaveValue("Every tide of two years.");
    await button(page, "Save changes").click();
    await expect
      .poll(async () => (await fetchCampaign(publisher, id)).description)
      .toBe("Every tide of two years.");

    await button(page, "Complete experience").click();
    await confirm("Complete");
    await waitForText(page, "Tide Tables, revised is complete.");
    expect((await fetchCampaign(publisher, id)).stage).toBe("COMPLETED");
    await button(page, "Delete experience").click();
    await dialog(page)
      .getByText("Please confirm deletion of this experience. Deleting this is irreversible.")
      .waitFor();
    await confirm("Delete");
    await page.waitForURL(/\/my\/experiences$/);
    await waitForText(page, "Tide Tables, revised was deleted.");
    await waitForText(page, "No experiences yet.");
  });

  test("whose activation does not end can be a draft again, and has its place in a list with pages", async () => {
    const publisher = await createPublisher(program.url);
    const song = await createPublicWrap(publisher, "Salt Meridian");
    const name = "Unbroken".repeat(12);
    const { id } = await createCampaign(publisher, song, { name });
    await sql`
      insert into campaign (pretty_id, song_id, name, description, type, max_nfts, promo_image_id, created_at,
        created_by, network)
      select 'copy-' || ${song.id}::text || '-' || n, song_id, 'Copy ' || n, '', type, 0, promo_image_id,
        created_at - n * interval '1 hour', created_by, network
      from campaign, generate_series(1, 12) n where id = ${id}`.execute(program.db);
    const { page, open, follow } = await visitAsPublisher(publisher, { screen: phone });
    await open("/my/experiences");
    await waitForText(page, "13 experiences");
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await link(page, "Next").click();
    await link(page, "Copy 12").first().waitFor();
    await link(page, "Previous").click();

    // Its network does not respond.
    let isActivating = true;
    await page.route(`**/api/v1/my/dapp/${id}`, async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      if (isActivating) answer.body.campaign.stage = "ACTIVATING";
      await route.fulfill({ response, json: answer });
    });
    await link(page, `Add components: ${name}`).waitFor();
    await follow(`/my/experiences/${id}`);
    await button(page, "Cancel activation").click();
    await dialog(page).waitFor();
    isActivating = false;
    await dialog(page).getByRole("button", { name: "Cancel activation" }).click();
    await waitForText(page, "is a draft again.");
    await waitForText(page, "Activation checklist");
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  });
});

test("wallets get artworks once their list has no errors, and failed ones are reported until they are retried", async () => {
  const wallet = (digit: string) => `0x${digit.repeat(40)}`;
  const { experience, publisher } = await createExperience(program);
  const path = `/my/experiences/${experience.id}`;
  const { page, open, follow } = await visitAsPublisher(publisher, {
    screen: phone,
    allowed: [/400/, /409/],
  });
  const list = main(page).getByLabel("Wallet addresses");
  await open(`${path}/mint`);
  await button(page, /^Mint/).press("Enter");
  await waitForText(page, "Enter at least one wallet address.");
  await expect(list).toBeFocused();

  const wrong = [wallet("1"), "", "0x12", wallet("2"), "nobody"].join("\n");
  await list.fill(wrong);
  // The message shows for three seconds; the state in the list stays.
  const resumeTimers = await pauseTimers(page, 3_000);
  await button(page, "Mint 4 artworks").click();
  const refusal = main(page).getByText("2 invalid lines. Nothing was queued.");
  await expect(refusal).toHaveCount(2);
  await resumeTimers();
  await expect(refusal).toHaveCount(1);
  await button(page, "Go to line 5").click();
  const selected = await list.evaluate((area: HTMLTextAreaElement) =>
    area.value.slice(area.selectionStart, area.selectionEnd),
  );
  expect(selected).toBe("nobody");
  await expect(list).toHaveValue(wrong);

  await list.fill([wallet("1"), wallet("1")].join("\n"));
  await button(page, "Mint 2 artworks").click();
  await dialog(page).getByText("1 address appears more than once").waitFor();
  await dialog(page).getByRole("button", { name: "Back to the list" }).click();
  await dialog(page).waitFor({ state: "detached" });
  await waitForText(page, "No lists yet.");
  await button(page, "Mint 2 artworks").click();
  await dialog(page).getByRole("button", { name: "Mint all" }).click();
  await waitForText(page, "2 artworks queued.");
  await expect(list).toHaveValue("");
  await main(page)
    .getByText(/^2 of 2 minted$/)
    .waitFor(backgroundTimeout);

  // A failed artwork is reported on the page of its experience too, with a link to the reason.
  await sql`
    update participant set state = 'FAILED', problem = 'The receiver''s address cannot hold tokens.', minted_at = null
    where id = (select min(id) from participant where campaign_id = ${experience.id})`.execute(program.db);
  await follow(path);
  const failed = main(page).getByRole("heading", { name: "Failed", exact: true });
  await failed.waitFor();
  await waitForText(page, "1 artwork failed.");
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  await link(page, "View details").press("Enter");
  await page.waitForURL(`**${path}/mint`);
  await waitForText(page, "This address can’t receive the token.");
  await waitForText(page, "Their spots are still reserved, so you can retry.");
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  await button(page, /^Retry /).press("Enter");
  await failed.waitFor({ state: "detached" });
  const { rows } = await sql`
    select from participant where campaign_id = ${experience.id} and state = 'FAILED'`.execute(program.db);
  expect(rows).toHaveLength(0);
});

test("the wrap of an experience is found among 200 on a phone, by keyboard and by touch", async () => {
  const publisher = await createPublisher(program.url);
  const song = await createPublicWrap(publisher, "Long Division");
  // Newer than the public wrap, which is therefore not among those shown first.
  await sql`
    insert into song (pretty_id, artist_id, artist, name, status, created_at)
    select 'many-' || ${song.id}::int || '-' || n, ${publisher.artist}::int, 'Inês Corvacho', 'Sketch ' || n, 'DRAFT',
      now() + n * interval '1 minute'
    from generate_series(1, 200) n`.execute(program.db);
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
  await waitForStatus("201 results");
  await expect(options).toHaveCount(21);
  await options.filter({ hasText: "Sketch 200" }).getByText("Draft").waitFor();
  expect(await measureOverflow(page)).toBe(0);

  // By keyboard: the ends, more entries, a misspelt name.
  await field.press("ArrowDown");
  await expect.poll(active).toMatch(/^Sketch 200/);
  await field.press("ArrowUp");
  await expect.poll(active).toBe("Show more");
  await field.press("Enter");
  // The list also loads more while it scrolls to its end.
  await expect.poll(() => options.count()).toBeGreaterThan(21);
  await field.press("Home");
  await expect.poll(active).toMatch(/^Sketch 200/);
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
  await field.press("Escape");
  await expect(field).toHaveValue("Long Division");
  await field.press("ArrowDown");
  await expect.poll(active).toMatch(/^Long Division/);

  // A failed search can be repeated.
  await page.route("**/api/v1/my/songs?**", (route) => route.fulfill({ status: 500, json: {} }));
  await field.fill("sketch 77");
  await main(page).getByRole("button", { name: "Try again" }).waitFor();
  await page.unroute("**/api/v1/my/songs?**");
  await main(page).getByRole("button", { name: "Try again" }).click();
  await options.filter({ hasText: /^Sketch 77 Inês/ }).click();
  await expect(field).toHaveValue("Sketch 77");
});
