import type { Page } from "playwright-core";
import { beforeAll, describe, test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { desktop, phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { pressOn, readFocus, tabThroughPage, tabTo, typeInto } from "../../harness/keyboard.ts";
import { waitUntilPaused, waitUntilPlaying } from "../../harness/listening.ts";
import { button, dialog, link, main, waitForText } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { callApi, createPerson, type Person } from "../../harness/people.ts";
import { addPoints, addRewardLevel } from "../../harness/points.ts";
import { createDraft, createPublisher, type Draft, type Publisher } from "../../harness/publisher.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { measureOverflow, startVisit } from "../../harness/visit.ts";

const program = openSharedProgram();
/** The viewport of a desktop at 200 %. */
const zoomedDesktop = { width: 720, height: 450 };
const library = (page: Page) => page.getByRole("navigation", { name: "Library" });
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

/** Starts at the charts and logs in. */
async function logInByKeyboard({ email, password }: Person): Promise<Page> {
  const { page, open } = await startVisit(desktop, [/404/], program.url);
  await open("/charts");
  await pressOn(page, page.getByRole("link", { name: /^Start/ }));
  await typeInto(page, page.getByLabel(/^Username/), email);
  await typeInto(page, page.getByLabel(/^Password/), password);
  await page.keyboard.press("Enter");
  await library(page).getByText("Logout").waitFor();
  return page;
}

/** Starts at the charts with a session. */
async function startAtCharts(person: Person & { token?: string }): Promise<Page> {
  const { page, open } = await visitAs(person, { url: program.url, allowed: [/404/] });
  await open("/charts");
  await library(page).getByText("Logout").waitFor();
  return page;
}

describe("by keyboard", () => {
  test.each([
    ["/wrap/salt-meridian", desktop, ["skip", "top", "main", "footer", "player"]],
    ["/wraps", phone, ["skip", "top", "main", "page-h", "main", "footer", "player"]],
  ])("%s has visible focus stops from the skip link to the player", async (path, screen, areas) => {
    const { page, open } = await startVisit(screen);
    await open(path);
    await page.waitForFunction(() => document.querySelector(".player .play:not([disabled])") !== null);
    const stops = await tabThroughPage(page);
    expect(stops.map(({ area }) => area).filter((area, at, all) => area !== all[at - 1])).toEqual(areas);
    expect(stops.filter(({ ring, seen }) => !ring || !seen)).toEqual([]);
  });
});

// Without a pointer, and without a script that moves the focus.
describe("by keyboard alone", () => {
  let publisher: Publisher;
  let wrap: Draft;
  beforeAll(async () => {
    publisher = await createPublisher(program.url, { artist: "Aud Fjelstad" });
    wrap = await createDraft(program.url, publisher, { name: "Low Water" });
    await sql`update song set status = 'ACTIVE' where id = ${wrap.id}`.execute(program.db);
  });

  test("a visitor who zooms in twofold finds a wrap, which plays, pauses it and wants to take part in its experience", async () => {
    const { page, open } = await startVisit(zoomedDesktop, [/404/]);
    await open("/wraps");
    await page.keyboard.press("Tab");
    expect((await readFocus(page))?.name).toBe("Skip to content");
    await page.keyboard.press("Enter");
    await page.waitForURL(/#main$/);
    await page.keyboard.press("Tab");
    expect((await readFocus(page))?.area).toBe("main");
    await typeInto(page, page.getByPlaceholder("search by song title..."), "salt");
    await page.keyboard.press("Enter");
    await expect(heading(page, /salt/)).toBeFocused();
    await expect(page.getByRole("status").filter({ hasText: /^\d+ wraps?$/ })).toHaveCount(1);
    await pressOn(page, link(page, /Salt Meridian/).first());
    await expect(heading(page, /Salt Meridian/)).toBeFocused();
    await waitUntilPlaying(page);
    await pressOn(page, button(page, "Pause").first());
    await waitUntilPaused(page);
    await page.keyboard.press("Space");
    await waitUntilPlaying(page);
    expect((await readFocus(page))?.seen).toBe(true);
    // Tabs keep the focus.
    const rewards = page.getByRole("tab", { name: /^Rewards/ });
    await pressOn(page, page.getByRole("tab", { selected: true }), "End");
    await page.waitForURL(/tab=3/);
    await expect(rewards).toHaveAttribute("aria-selected", "true");
    await expect(rewards).toBeFocused();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await pressOn(page, link(page, /Tide Tables/).first());
    await expect(heading(page, "Tide Tables")).toBeFocused();
    await tabTo(page, link(page, /^Participate/).first());
    expect((await readFocus(page))?.seen).toBe(true);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/login\?for=participate$/);
    await tabTo(page, button(page, /^Log in$/));
    expect((await readFocus(page))?.seen).toBe(true);
    expect(await measureOverflow(page)).toBe(0);
  });

  test("a fan logs in, opens the menu of a small window and redeems a reward", async () => {
    const fan = await createPerson(program.url);
    await addRewardLevel(program, publisher, wrap.id, {
      name: "Backstage call",
      reward_type: "TICKET",
      details: "Ten minutes after the concert.",
    });
    await addPoints(program, fan, { song: wrap.id, points: 40 });
    const page = await logInByKeyboard(fan);
    // The link focuses the field again, also on its page.
    const search = library(page).getByRole("link", { name: "Search" });
    const field = page.getByPlaceholder("search by song title...");
    for (let times = 0; times < 2; times += 1) {
      await pressOn(page, search);
      await expect(field).toBeFocused();
    }
    await page.setViewportSize(phone);
    const menu = page.getByText("Menu", { exact: true });
    await pressOn(page, menu);
    const points = library(page).getByRole("link", { name: "Points and claims" });
    await points.waitFor();
    await page.keyboard.press("Escape");
    await points.waitFor({ state: "hidden" });
    await expect(menu).toBeFocused();
    await page.keyboard.press("Enter");
    await pressOn(page, points);
    await expect(heading(page, "Points and claims")).toBeFocused();
    await pressOn(page, button(page, "Redeem Backstage call"));
    await pressOn(page, dialog(page).getByRole("button", { name: "Redeem" }));
    await waitForText(page, "Your claim has been made on this reward.");
  });

  test("a publisher changes a wrap and saves it", async () => {
    const page = await startAtCharts(publisher);
    await pressOn(page, library(page).getByRole("link", { name: "You" }));
    await pressOn(page, button(page, "Switch to artist view"));
    await pressOn(page, library(page).getByRole("link", { name: "My wraps" }));
    await expect(heading(page, "My wraps")).toBeFocused();
    await pressOn(page, link(page, "Low Water").first());
    await typeInto(page, page.getByLabel("Nickname"), "the tide one");
    await pressOn(page, button(page, "Update"));
    await main(page).getByText("Saved.", { exact: true }).waitFor();
    const { song } = await callApi<{ song: { nickname: string } }>(
      program.url,
      "GET",
      `my/song/${wrap.id}`,
      undefined,
      publisher.token,
    );
    expect(song.nickname).toBe("the tide one");
  });

  test("an administrator decides a report", async () => {
    const admin = await createPerson(program.url);
    await sql`update account set role = 'ADMIN' where email = ${admin.email}`.execute(program.db);
    const { id } = await callApi<{ id: number }>(program.url, "POST", "report", {
      kind: "wrap",
      id: String(wrap.id),
      problem: "copyright",
      explanation: "The recording is ours.",
      location: `${program.url}/wrap/${wrap.pretty_id}`,
      name: "Réka Szabó",
      email: publisher.email,
      good_faith: true,
      work: "Low Water, 2019",
      address: "1 Quay Street, Cork",
      authorized: true,
      signature: "Réka Szabó",
    });
    const page = await startAtCharts(admin);
    await pressOn(page, library(page).getByRole("link", { name: "Administration" }));
    await pressOn(page, page.getByRole("link", { name: /^Reports/ }));
    await pressOn(page, main(page).locator(`[href$="/report/${id}"]`).first());
    await pressOn(page, main(page).getByRole("radio", { name: "No action" }), "Space");
    await typeInto(page, main(page).getByLabel("Reason"), "A parody.");
    await pressOn(page, button(page, "Decide"));
    await waitForText(page, "No action on “Low Water, Aud Fjelstad”.");
  });
});
