import { readFile } from "node:fs/promises";
import type { Statistics } from "@wrapsody/shared/statistics.ts";
import type { Download, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, test } from "vitest";
import { sql } from "../../server/src/platform/database/database.ts";
import { desktop, phone, type Screen } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { listenToWrap } from "../harness/listening.ts";
import { waitPastMidnight } from "../harness/midnight.ts";
import { callApi, createPerson, createToken, demoFan, logIn, type Person } from "../harness/people.ts";
import { chooseEntry, picker } from "../harness/pickers.ts";
import { startIsolatedProgram, type TestProgram } from "../harness/test-program.ts";
import { backgroundTimeout, measureOverflow, startVisit, type Visit } from "../harness/visit.ts";

let program: TestProgram;

beforeAll(async () => {
  program = await startIsolatedProgram({ DEMO: "1" });
});
afterAll(() => program.close());
// Statistics cover a number of days up to today.
beforeEach(waitPastMidnight);

/** The publisher of two wraps of the demo catalogue. */
const publisher: Person = {
  email: "publisher@wrapsody.example",
  name: "Kartrommet Forlag",
  password: "felt piano morning",
};

type VisitOptions = { screen?: Screen; allowed?: readonly RegExp[] };

/** Logs in at a page. */
async function openPageAs(
  person: Person,
  path: string,
  { screen, allowed }: VisitOptions = {},
): Promise<Visit> {
  const visited = await startVisit(screen, allowed, program.url);
  await visited.open("/login?sr=SETTINGS");
  await logIn(visited.page, person);
  await visited.page.waitForURL(/\/my\/settings$/);
  await visited.open(path);
  return visited;
}

async function fetchStatistics(person: Person, query = ""): Promise<Statistics> {
  const token = await createToken(program.url, person);
  return callApi(program.url, "GET", `my/statistics${query}`, undefined, token);
}

const figure = (page: Page, name: string) =>
  page
    .getByRole("main")
    .locator(".figure")
    .filter({ has: page.getByText(name, { exact: true }) });

const formatCount = (number: number) => number.toLocaleString("en");

async function readFigures(page: Page): Promise<string[]> {
  await figure(page, "Plays").waitFor();
  return page.locator(".figure .no").allTextContents();
}

const formatFigures = ({ total: { plays, listeners, points, shares } }: Statistics) =>
  [plays, listeners, points, shares].map(formatCount);

async function readDownload(download: Download): Promise<string> {
  return readFile(await download.path(), "utf8");
}

/** Folds the tallies immediately, as the scheduled job would within a minute. */
async function foldTallies(): Promise<void> {
  await sql`select graphile_worker.add_job('fold-plays', '{}'::json)`.execute(program.db);
  const waiting = async () => (await sql`select from song_tally limit 1`.execute(program.db)).rows.length;
  await expect.poll(waiting, backgroundTimeout).toBe(0);
}

describe("a listen", () => {
  test("earns its listener a point on screen and reaches the publisher's statistics", async () => {
    const query = "?days=7&song=endpapers";
    const before = await fetchStatistics(publisher, query);
    const listener = await createPerson(program.url);
    const { page, open } = await openPageAs(listener, "/wrap/endpapers?tab=3");
    const points = page.getByRole("complementary").locator(".pts .no").first();
    await expect(points).toHaveText("0");
    await listenToWrap(page, () => open("/wrap/endpapers?tab=3"));
    await expect.poll(() => points.textContent(), backgroundTimeout).toBe("1");

    const after = await fetchStatistics(publisher, query);
    for (const measure of ["plays", "listeners", "points"] as const)
      expect([measure, after.total[measure]]).toEqual([measure, before.total[measure] + 1]);
    expect(after.total.shares).toBe(before.total.shares);
    const visited = await openPageAs(publisher, `/my/statistics${query}`);
    expect(await readFigures(visited.page)).toEqual(formatFigures(after));
    await foldTallies();
    await visited.open(`/my/statistics${query}`);
    expect(await readFigures(visited.page)).toEqual(formatFigures(after));
    expect((await fetchStatistics(publisher, query)).days).toEqual(after.days);
  });
});

describe("the statistics", () => {
  test.each<[string, Screen]>([
    ["a phone", phone],
    ["a desktop", desktop],
  ])("are accessible in light and dark mode on %s, and never scroll sideways", async (_, screen) => {
    const { page, expectAccessible } = await openPageAs(publisher, "/my/statistics", { screen });
    await figure(page, "Plays").waitFor();
    await page.getByRole("button", { name: "Show as table" }).click();
    await page.getByRole("columnheader", { name: "Day" }).waitFor();
    await expectAccessible();
    expect(await measureOverflow(page)).toBe(0);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible({ rules: ["color-contrast"] });
  });

  test("cover the chosen days and wraps, which the URL keeps", async () => {
    const { page } = await openPageAs(publisher, "/my/statistics");
    expect(await readFigures(page)).toEqual(formatFigures(await fetchStatistics(publisher)));
    await page.getByRole("radio", { name: "90", exact: true }).check();
    await page.waitForURL(/days=90/);
    const quarter = formatFigures(await fetchStatistics(publisher, "?days=90"));
    await expect.poll(() => readFigures(page)).toEqual(quarter);
    await page.getByRole("main").getByRole("link", { name: "Endpapers", exact: true }).click();
    await page.waitForURL(/song=/);
    const ofWrap = await fetchStatistics(publisher, "?days=90&song=endpapers");
    await expect.poll(() => readFigures(page)).toEqual(formatFigures(ofWrap));
    await expect(picker(page, "Wraps")).toHaveValue("Endpapers");
    await chooseEntry(page, "Wraps", "All by Aud Fjelstad");
    await page.waitForURL(/artist=/);
    await expect.poll(() => readFigures(page)).toEqual(quarter);
    await page.goBack();
    await expect.poll(() => readFigures(page)).toEqual(formatFigures(ofWrap));
  });

  test("can be read day by day with the arrow keys, and as a table", async () => {
    const { page } = await openPageAs(publisher, "/my/statistics?days=7");
    const { days } = await fetchStatistics(publisher, "?days=7");
    const chart = page.getByRole("slider", { name: "Plays by day" });
    await chart.focus();
    await page.keyboard.press("ArrowLeft");
    const yesterday = new RegExp(`: ${formatCount(days[5]?.plays ?? -1)}$`);
    await expect(chart).toHaveAttribute("aria-valuetext", yesterday);
    await page
      .locator(".bar-readout")
      .getByText(formatCount(days[5]?.plays ?? -1), { exact: true })
      .waitFor();

    await page.getByRole("radio", { name: /^Listeners/ }).check();
    await page.getByRole("slider", { name: "Listeners by day" }).waitFor();
    await page.getByRole("button", { name: "Show as table" }).click();
    const rows = page.getByRole("region", { name: "Show as table" }).getByRole("row");
    await expect(rows).toHaveCount(8);
    const today = days.at(-1);
    await expect(rows.nth(1)).toHaveText(/so far/);
    await expect(rows.nth(1).getByRole("cell")).toHaveText(
      [today?.plays, today?.listeners, today?.points, today?.shares].map((number) =>
        formatCount(number ?? -1),
      ),
    );
  });

  test("export as files that a spreadsheet reads, in the user's language", async () => {
    const { page } = await openPageAs(publisher, "/my/statistics?days=7");
    const statistics = await fetchStatistics(publisher, "?days=7");
    const press = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name }).click(),
      ]);
      return download;
    };
    const days = await press("Download daily data (CSV)");
    expect(days.suggestedFilename()).toBe(`wrapsody-days-${statistics.from}-${statistics.to}.csv`);
    const table = (heading: string, rows: (string | number)[][]) =>
      `\uFEFF${[heading, ...rows.map((row) => row.join(","))].map((row) => `${row}\r\n`).join("")}`;
    expect(await readDownload(days)).toBe(
      table(
        "Day,Plays,Listeners,Points,Shares",
        statistics.days.map(({ day, plays, listeners, points, shares }) => [
          day,
          plays,
          listeners,
          points,
          shares,
        ]),
      ),
    );
    await page.getByRole("contentinfo").getByText("Español").click();
    await page.getByRole("heading", { level: 1, name: "Estadísticas" }).waitFor();
    expect(await readDownload(await press("Descargar por wrap (CSV)"))).toBe(
      table(
        "Número,Wrap,Artista,Reproducciones,Oyentes,Puntos,Compartidos",
        statistics.songs.map(({ id, name, artist, ...each }) => [
          ...[id, name, artist, each.plays, each.listeners, each.points, each.shares],
        ]),
      ),
    );
  });

  test("lead to a first wrap if there is none, and those of another publisher are not found", async () => {
    const { page } = await openPageAs(demoFan, "/my/statistics");
    await page.getByText("No wraps yet").waitFor();
    const other = await openPageAs(publisher, "/my/statistics?song=salt-meridian", { allowed: [/404/] });
    await other.page.getByRole("alert").waitFor();
    await other.expectAccessible();
  });

  test("suggest sharing if there are no listeners yet", async () => {
    const { page, expectAccessible } = await openPageAs(publisher, "/my/statistics");
    await figure(page, "Plays").waitFor();
    await page.route("**/api/v1/my/statistics?*", async (route) => {
      const response = await route.fetch();
      const none = { plays: 0, listeners: 0, points: 0, shares: 0 };
      const { body } = await response.json();
      const days = body.days.map(({ day }: { day: string }) => ({ day, ...none }));
      await route.fulfill({
        response,
        json: { success: true, body: { ...body, total: none, before: none, days, songs: [] } },
      });
    });
    await page.getByRole("radio", { name: "7", exact: true }).check();
    await page.getByText("No plays in this period.").waitFor();
    await expectAccessible();
    await page.getByRole("link", { name: "View public wraps" }).click();
    await page.waitForURL(/\/my\/wraps\?status=ACTIVE/);
  });

  test("report that the services have problems, and can be retried", async () => {
    const { page, open } = await openPageAs(publisher, "/my/wraps", { allowed: [/500/] });
    await page.route("**/api/v1/my/statistics?*", (route) =>
      route.fulfill({ status: 500, json: { success: false, code: "X001", message: "", errors: [] } }),
    );
    await open("/my/statistics");
    await page.getByText(/we are having problems communicating/).waitFor();
    await page.unroute("**/api/v1/my/statistics?*");
    await page.getByRole("button", { name: "Try again" }).click();
    await figure(page, "Plays").waitFor();
  });
});
