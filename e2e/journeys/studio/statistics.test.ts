import { readFile } from "node:fs/promises";
import type { Statistics } from "@wrapsody/shared/studio/statistics.ts";
import type { Page } from "playwright-core";
import { beforeAll, beforeEach, describe, test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { readTree } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { waitPastMidnight } from "../../harness/midnight.ts";
import { callApi } from "../../harness/people.ts";
import { chooseEntry, picker } from "../../harness/pickers.ts";
import { createDraft, createPublisher, type Publisher } from "../../harness/publisher.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { measureOverflow, type Visit } from "../../harness/visit.ts";

const program = openSharedProgram();
/** Has two wraps that were played on each of 100 days. */
let publisher: Publisher;

beforeAll(async () => {
  publisher = await createPublisher(program.url, { artist: "Aud Fjelstad" });
  for (const [index, name] of ["Endpapers", "Kiln"].entries()) {
    const song = await createDraft(program.url, publisher, { name });
    await sql`update song set status = 'ACTIVE' where id = ${song.id}`.execute(program.db);
    await sql`
      insert into song_day (song_id, day, plays, listeners, points, shares)
      select ${song.id}, (now() at time zone 'utc')::date - n, 1200 + 100 * ${index}::int + n, 40 + n, 7, 3
      from generate_series(0, 99) n`.execute(program.db);
  }
});
// Statistics cover a number of days up to today.
beforeEach(waitPastMidnight);

/** Visits a page of the publisher. */
async function openPage(path: string): Promise<Visit> {
  const visited = await visitAs(publisher, { url: program.url });
  await visited.open(path);
  return visited;
}

const fetchStatistics = (query = ""): Promise<Statistics> =>
  callApi(program.url, "GET", `my/statistics${query}`, undefined, publisher.token);

const figure = (page: Page, name: string) =>
  page
    .getByRole("main")
    .locator(".figure")
    .filter({ has: page.getByText(name, { exact: true }) });

const formatCount = (number = -1) => number.toLocaleString("en");

async function readFigures(page: Page): Promise<string[]> {
  await figure(page, "Plays").waitFor();
  return page.locator(".figure .no").allTextContents();
}

const fetchFigures = async (query = "") => {
  const { plays, listeners, points, shares } = (await fetchStatistics(query)).total;
  return [plays, listeners, points, shares].map(formatCount);
};

const chooseDays = async (page: Page, days: string) => {
  await page.getByRole("radio", { name: days, exact: true }).check();
  await page.waitForURL(new RegExp(`days=${days}`));
};

describe("the statistics", () => {
  test("cover the chosen days and wraps, which the URL keeps", async () => {
    const { page } = await openPage("/my/statistics");
    expect(await readFigures(page)).toEqual(await fetchFigures());
    await chooseDays(page, "90");
    const quarter = await fetchFigures("?days=90");
    await expect.poll(() => readFigures(page)).toEqual(quarter);
    await page.getByRole("main").getByRole("link", { name: "Endpapers", exact: true }).click();
    await page.waitForURL(/song=/);
    const [song] = (await fetchStatistics()).songs.filter(({ name }) => name === "Endpapers");
    const ofWrap = await fetchFigures(`?days=90&song=${song?.id}`);
    expect(ofWrap).not.toEqual(quarter);
    await expect.poll(() => readFigures(page)).toEqual(ofWrap);
    await expect(picker(page, "Wraps")).toHaveValue("Endpapers");
    await chooseEntry(page, "Wraps", "All by Aud Fjelstad");
    await page.waitForURL(/artist=/);
    await expect.poll(() => readFigures(page)).toEqual(quarter);
    await page.goBack();
    await expect.poll(() => readFigures(page)).toEqual(ofWrap);
  });

  test("are read day by day with the arrow keys, as a table, and as files in the user's language", async () => {
    const { page, expectAccessible } = await openPage("/my/statistics?days=7");
    const statistics = await fetchStatistics("?days=7");
    const { days } = statistics;
    const chart = page.getByRole("slider", { name: "Plays by day" });
    await chart.focus();
    await page.keyboard.press("ArrowLeft");
    const yesterday = formatCount(days[5]?.plays);
    await expect(chart).toHaveAttribute("aria-valuetext", new RegExp(`: ${yesterday}$`));
    await page.locator(".bar-readout").getByText(yesterday, { exact: true }).waitFor();
    // What a screen reader finds in the chart.
    expect(await readTree(page.getByRole("figure").first())).toMatch(
      /^- figure "[^"]+":\n {2}- paragraph: .*\n {2}- slider "Plays by day": "5"\n {2}- text: .+$/,
    );
    await page.getByRole("radio", { name: /^Listeners/ }).check();
    await page.getByRole("slider", { name: "Listeners by day" }).waitFor();
    await page.getByRole("button", { name: "Show as table" }).click();
    const rows = page.getByRole("region", { name: "Show as table" }).getByRole("row");
    await expect(rows).toHaveCount(8);
    expect(await readTree(rows.first())).toBe(
      [
        '- row "Day Plays Listeners Points Shares":',
        ...["Day", "Plays", "Listeners", "Points", "Shares"].map((name) => `  - columnheader "${name}"`),
      ].join("\n"),
    );
    expect(await readTree(rows.nth(2))).toMatch(
      /^- row "[^"]+":\n {2}- rowheader "[^"]+"(\n {2}- cell "[\d,]+"){4}$/,
    );
    const today = days.at(-1);
    await expect(rows.nth(1)).toHaveText(/so far/);
    await expect(rows.nth(1).getByRole("cell")).toHaveText(
      [today?.plays, today?.listeners, today?.points, today?.shares].map(formatCount),
    );
    await page.setViewportSize(phone);
    await expectAccessible();
    expect(await measureOverflow(page)).toBe(0);

    const download = async (name: string) => {
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name }).click(),
      ]);
      return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
    };
    const table = (heading: string, rows: (string | number)[][]) =>
      `\uFEFF${[heading, ...rows.map((row) => row.join(","))].map((row) => `${row}\r\n`).join("")}`;
    const daily = days.map(({ day, plays, listeners, points, shares }) => [
      ...[day, plays, listeners, points, shares],
    ]);
    expect(await download("Download daily data (CSV)")).toEqual({
      name: `wrapsody-days-${statistics.from}-${statistics.to}.csv`,
      text: table("Day,Plays,Listeners,Points,Shares", daily),
    });
    await page.getByRole("contentinfo").getByText("Español").click();
    await page.getByRole("heading", { level: 1, name: "Estadísticas" }).waitFor();
    expect((await download("Descargar por wrap (CSV)")).text).toBe(
      table(
        "Número,Wrap,Artista,Reproducciones,Oyentes,Puntos,Compartidos",
        statistics.songs.map(({ id, name, artist, plays, listeners, points, shares }) => [
          ...[id, name, artist, plays, listeners, points, shares],
        ]),
      ),
    );
  });

  test("report a failure and can be retried, suggest sharing without plays, and name an unknown wrap", async () => {
    const calls = "**/api/v1/my/statistics?*";
    const allowed = [/500/, /404/];
    const { page, open, follow } = await visitAs(publisher, { url: program.url, allowed });
    await page.route(calls, (route) =>
      route.fulfill({ status: 500, json: { success: false, code: "X001", message: "", errors: [] } }),
    );
    await open("/my/statistics");
    await page.getByText(/we are having problems communicating/).waitFor();
    await page.unroute(calls);
    await page.getByRole("button", { name: "Try again" }).click();
    await figure(page, "Plays").waitFor();

    await page.route(calls, async (route) => {
      const response = await route.fetch();
      const none = { plays: 0, listeners: 0, points: 0, shares: 0 };
      const { body } = (await response.json()) as { body: Statistics };
      const days = body.days.map(({ day }) => ({ day, ...none }));
      await route.fulfill({
        response,
        json: { success: true, body: { ...body, total: none, before: none, days, songs: [] } },
      });
    });
    await chooseDays(page, "7");
    await page.getByText("No plays in this period.").waitFor();
    await page.getByRole("link", { name: "View public wraps" }).click();
    await page.waitForURL(/\/my\/wraps\?status=ACTIVE/);
    await page.unroute(calls);
    await follow("/my/statistics?song=never-was");
    await page.getByRole("alert").waitFor();
  });
});
