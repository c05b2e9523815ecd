import { join } from "node:path";
import { expect } from "@playwright/test";
import type { getAlarms } from "@wrapsody/shared/alarms.ts";
import type { getBackups } from "@wrapsody/shared/backups.ts";
import type { getBalance, getOwnerStatement } from "@wrapsody/shared/earnings.ts";
import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import type { getPayoutAccount, getPayouts } from "@wrapsody/shared/payments.ts";
import type { getMySplits, SplitRevision } from "@wrapsody/shared/splits.ts";
import type { Page } from "playwright-core";
import { inject, TestRunner, test } from "vitest";
import { demoUsers } from "../../demo/catalogue/users.ts";
import { desktop, type Screen } from "./chromium.ts";
import { visitAs } from "./logged-in-visit.ts";
import { createPerson } from "./people.ts";
import { measureOverflow, startVisit, type Visit } from "./visit.ts";

const publicScreens = {
  "the catalogue": [
    "/",
    "/wraps",
    "/wraps?q=nothing+sounds+like+this+xyzzy",
    "/wrap/salt-meridian",
    "/wrap/salt-meridian?tab=1",
    "/wrap/salt-meridian?tab=2",
    "/wrap/salt-meridian?tab=3",
    "/wrap/lamp-room",
    "/artist/ines-corvacho",
    "/embed/wrap/salt-meridian",
  ],
  "the experiences": [
    "/experiences",
    "/experiences/tide-tables",
    "/experiences/tide-tables?tab=participants",
    "/experiences/tide-tables?tab=artwork",
    "/experiences/slow-fast-slow-fast?tab=access",
    "/experiences/tide-tables/nft",
    "/experiences/tide-tables/participate",
    "/qr/redirect",
  ],
  "logging in": [
    "/login",
    "/signup",
    "/lostPassword",
    "/resetPassword",
    "/setup",
    "/report",
    "/report?kind=wrap&id=salt-meridian",
    "/terms",
    "/privacy",
    "/nowhere",
  ],
};

const fanScreens = [
  "/you",
  "/my/art",
  "/my/history",
  "/my/rewards",
  "/my/social",
  "/my/graph",
  "/my/settings",
];
const studioScreens = [
  "/create",
  "/create/bulk",
  "/create/recordings",
  "/my/artists",
  "/my/artists/create",
  "/my/artists/create/one",
  "/my/artists/bulk",
  "/my/wraps",
  "/my/experiences",
  "/my/experiences/create",
  "/my/claims",
  "/my/earnings",
  "/my/earnings?view=payouts",
  "/my/earnings?view=splits",
  "/my/statistics",
  "/my/subscription",
];
const adminScreens = [
  "/admin",
  "/admin/reports",
  "/admin/report/999999",
  "/admin/users",
  "/admin/jobs",
  "/admin/audit",
  "/admin/holds",
  "/admin/holds?show=plays",
  "/admin/payments",
  "/admin/site",
];

/** What the server reports while much is wrong. */
const alarms: AnswerOf<typeof getAlarms> = {
  active: [
    { part: "queue", of: "workers", kind: "NO_WORKER", since: "2026-03-14T09:26:00Z", ended_at: null },
    { part: "later", of: "disk", kind: "FULL", since: "2026-03-14T10:00:00Z", ended_at: null },
  ],
  ended: [
    {
      part: "chain",
      of: "POLYGON",
      kind: "UNREACHABLE",
      since: "2026-03-13T22:10:00Z",
      ended_at: "2026-03-13T22:41:00Z",
    },
  ],
  undeclared_proxies: [{ peer: "10.0.0.2", header: "x-forwarded-for", last_seen_at: "2026-03-14T09:30:00Z" }],
};

const backups: AnswerOf<typeof getBackups> = {
  is_configured: true,
  last_success: {
    id: "2026-03-12T03-17-00Z-5e1f",
    finished_at: "2026-03-12T03:19:00Z",
    rows: 48_211,
    files: 1_204,
    bytes: 5_310_000_000,
    missing_files: 2,
  },
  last_failure: {
    finished_at: "2026-03-14T03:17:00Z",
    error: "There is no space left for the backup in /mnt/backups/wrapsody.",
  },
  quarantine: { backup_id: "2026-03-11T03-17-00Z-90ab", started_at: "2026-03-12T08:00:00Z" },
};

const splitOwner = { email: null, has_account: true, is_you: false, confirmed_at: null };
const splitInForce: SplitRevision = {
  id: 1,
  state: "CONFIRMED",
  proposed_at: "2026-03-01T09:00:00Z",
  proposed_by: "Premium Publisher",
  effective_from: "2026-03-01T09:00:00Z",
  decided_at: null,
  decided_as: null,
  reason: null,
  owners: [
    { ...splitOwner, name: "Ida Stenmark", ownership: 60, royalty: 50, is_you: true },
    { ...splitOwner, name: "The Extraordinarily Longwinded Harbourmasters", ownership: 40, royalty: 25 },
  ],
  leaving: [],
};
/** A change of splits that waits for two owners. */
const waitingSplits: AnswerOf<typeof getMySplits>["data"][number] = {
  song: { id: 12, pretty_id: "salt-meridian", name: "Salt Meridian", artist: "Inês Corvacho" },
  publisher: "Premium Publisher",
  is_publisher: false,
  is_free: false,
  in_force: splitInForce,
  proposal: {
    ...splitInForce,
    id: 2,
    state: "PROPOSED",
    effective_from: null,
    owners: [
      { ...splitOwner, name: "Ida Stenmark", ownership: 50, royalty: 33.33, is_you: true },
      {
        ...splitOwner,
        name: "Mira Okafor",
        ownership: 50,
        royalty: 33.33,
        confirmed_at: "2026-03-02T09:00:00Z",
      },
    ],
    leaving: [{ name: "The Extraordinarily Longwinded Harbourmasters", is_you: false, confirmed_at: null }],
  },
  awaits_you: true,
  warnings: ["ROYALTY_BELOW_100"],
};
const songOfSplits = { id: 12, name: "Salt Meridian", artist: "Inês Corvacho" };
const ownerStatement: AnswerOf<typeof getOwnerStatement> = {
  lines: [
    { month: "2026-03", song: songOfSplits, orders: 3, refunds: 1, net: 2_190, share: 1_095 },
    { month: "2026-02", song: songOfSplits, orders: 0, refunds: 1, net: -1_095, share: -548 },
  ],
  total: { share: 547 },
};

const day = { created_at: "2026-03-12T09:00:00Z", arrives_at: "2026-03-14T00:00:00Z" };
const payoutDefaults = { ...day, currency: "usd", failure: null, refunds: 0 };
/** A payout account with missing details, and payouts of every state. */
const payoutAnswers = {
  "my/payout-account": {
    provider: "STRIPE",
    state: "STARTED",
    missing: ["DOCUMENT", "BANK_ACCOUNT"],
    is_verifying: true,
    deadline: "2026-04-01T00:00:00Z",
    pays_out: false,
  } satisfies AnswerOf<typeof getPayoutAccount>,
  "my/payouts": {
    data: [
      { ...payoutDefaults, id: "po_3", state: "IN_TRANSIT", amount: 128_450, orders: 110, refunds: 1 },
      { ...payoutDefaults, id: "po_2", state: "FAILED", failure: "account_closed", amount: 4_648, orders: 4 },
      { ...payoutDefaults, id: "po_1", state: "PAID", amount: 1_162, orders: 1 },
    ],
    total: 3,
  } satisfies AnswerOf<typeof getPayouts>,
  "my/earnings/balance": {
    total: { collected: 21_020, pending: 128_450, paid: 1_162 },
    owners: [
      { name: "Ida Stenmark", email: "ida@wrapsody.example", collected: 10_510, pending: 64_225, paid: 581 },
      {
        name: "The Extraordinarily Longwinded Harbourmasters",
        email: null,
        collected: 5_255,
        pending: 32_113,
        paid: 291,
      },
    ],
    rest: { collected: 5_255, pending: 32_112, paid: 290 },
  } satisfies AnswerOf<typeof getBalance>,
};

/** Screens of one item of a list: the list, the start of the address, and what follows it. */
const itemScreens = {
  "an artist": ["/my/artists", "/my/artist/", [""]],
  "a wrap": [
    "/my/wraps",
    "/my/wrap/",
    ["", "?tab=assets", "?tab=rewards", "?tab=ownership", "/preview", "/wnft"],
  ],
  "an experience": ["/my/experiences", "/my/experiences/", ["", "/components", "/mint"]],
} as const;

/**
 * Registers the accessibility sweep: axe, overflow and the console of every screen, empty, full, loading and failing,
 * in light and dark mode. Journeys check only the states that this cannot reach. Each screen size has its own file, so
 * that they run in parallel. SCREENS_LOCALE chooses another language.
 */
export function testScreens({ ...screen }: Screen): void {
  const locale = process.env.SCREENS_LOCALE;
  if (locale !== undefined) screen.locale = locale;
  test.each(Object.entries(publicScreens))("%s", async (_, paths) => {
    await checkScreens(await startVisit(screen, [/404/]), paths);
  });

  test.each([
    ["a fan's screens", "fan", fanScreens],
    ["the studio's first screens", "premium", studioScreens.slice(0, 7)],
    ["the studio's other screens", "premium", studioScreens.slice(7)],
    ["the administration's screens", "admin", adminScreens],
  ])("%s", async (_, key, paths) => {
    await checkScreens(await visitAsDemo(key, screen), paths);
  });

  test("the administration with alarms", async () => {
    const visit = await visitAsDemo("admin", screen);
    await visit.page.route("**/api/v1/admin/alarms", (route) =>
      route.fulfill({ json: { success: true, body: alarms } }),
    );
    await visit.page.route("**/api/v1/admin/backups", (route) =>
      route.fulfill({ json: { success: true, body: backups } }),
    );
    await checkScreens(visit, ["/admin"]);
    const status = visit.page.getByRole("region", {
      name: locale === "es" ? "Estado del sitio" : "State of the site",
    });
    await expect(status.getByRole("listitem")).toHaveCount(8);
  });

  test("payouts and what the payment provider requires", async () => {
    const visit = await visitAsDemo("premium", screen);
    for (const [path, body] of Object.entries(payoutAnswers))
      await visit.page.route(
        (url) => url.pathname === `/api/v1/${path}`,
        (route) => route.fulfill({ json: { success: true, body } }),
      );
    await checkScreens(visit, ["/my/earnings?view=payouts"]);
  });

  test("splits that wait for a decision", async () => {
    const visit = await visitAsDemo("admin", screen);
    const answers = {
      "my/splits": { data: [waitingSplits], total: 1 },
      "my/splits/statement": ownerStatement,
      "admin/splits": { data: [waitingSplits], total: 1 },
      "my/earnings/unassigned": { data: [{ song: songOfSplits, amount: 1_250, revision: 1 }] },
    };
    for (const [path, body] of Object.entries(answers))
      await visit.page.route(
        (url) => url.pathname === `/api/v1/${path}`,
        (route) => route.fulfill({ json: { success: true, body } }),
      );
    await checkScreens(visit, ["/my/earnings?view=splits", "/my/earnings", "/admin"]);
  });

  test.each(Object.entries(itemScreens))("the screens of %s", async (_, [list, start, endings]) => {
    const visit = await visitAsDemo("premium", screen);
    await visit.open(list);
    const link = visit.page.locator(`main a[href^="${start}"]:not([href$="/create"])`).first();
    const { pathname } = new URL((await link.getAttribute("href")) ?? "", visit.url);
    await checkScreens(
      visit,
      endings.map((ending) => `${pathname}${ending}`),
    );
  });

  if (screen.width === desktop.width) testEmptyScreens(screen);
  else testUnloadedScreens(screen);
}

function testEmptyScreens(screen: Screen): void {
  test.each([
    ["a new fan's screens", fanScreens],
    ["a new publisher's first screens", studioScreens.slice(0, 7)],
    ["a new publisher's other screens", studioScreens.slice(7)],
  ])("%s", async (_, paths) => {
    const url = inject("emptyUrl");
    await checkScreens(await visitAs(await createPerson(url), { url, screen, allowed: [/404/] }), paths);
  });
}

/** On a phone only, because failures and skeletons are laid out alike on both. */
function testUnloadedScreens(screen: Screen): void {
  test.each([
    ["a fan's failing screens", "fan", fanScreens],
    ["the studio's first failing screens", "premium", studioScreens.slice(0, 7)],
    ["the studio's other failing screens", "premium", studioScreens.slice(7)],
    ["the administration's failing screens", "admin", adminScreens],
  ])("%s", async (_, key, paths) => {
    const visit = await visitAsDemo(key, screen, [/500/]);
    const body = { success: false, code: "X001", message: "", errors: [] };
    await interceptReads(visit.page, (route) => route.fulfill({ status: 500, json: body }));
    await checkScreens(visit, paths);
  });

  test.each([
    ["a fan's loading screens", "fan", fanScreens],
    ["the studio's first loading screens", "premium", studioScreens.slice(0, 7)],
    ["the studio's other loading screens", "premium", studioScreens.slice(7)],
    ["the administration's loading screens", "admin", adminScreens],
  ])("%s", async (_, key, paths) => {
    const visit = await visitAsDemo(key, screen);
    await interceptReads(visit.page, () => new Promise(() => undefined));
    await checkScreens(visit, paths, { isLoading: true });
  });
}

/** Visits the demo site with one of its accounts. */
function visitAsDemo(key: string, screen: Screen, allowed: readonly RegExp[] = []): Promise<Visit> {
  const user = demoUsers.find((item) => item.key === key);
  if (user === undefined) throw new Error(`There is no demo account ${key}.`);
  return visitAs(user, { url: inject("siteUrl"), screen, allowed: [/404/, ...allowed] });
}

type Handler = Parameters<Page["route"]>[1];

async function interceptReads(page: Page, handler: Handler): Promise<void> {
  for (const part of ["my", "admin", "claims", "statistics"])
    await page.route(`**/api/v1/${part}/**`, handler);
}

/** Checks each path in light and dark mode. Saves screenshots if SCREENSHOT_DIR is set. */
async function checkScreens(
  { page, open, expectAccessible }: Visit,
  paths: readonly string[],
  { isLoading = false } = {},
): Promise<void> {
  for (const path of paths) {
    await page.emulateMedia({ colorScheme: "light" });
    await open(path);
    await page.locator("h1").first().waitFor({ state: "attached" });
    if (!isLoading) await expect(page.locator(".loading"), path).toHaveCount(0);
    await expectAccessible({ isWholePage: true });
    expect(await measureOverflow(page), path).toBe(0);
    await saveScreenshot(page, path);
    await page.emulateMedia({ colorScheme: "dark" });
    // Dark mode changes only colours.
    await expectAccessible({ isWholePage: true, rules: ["color-contrast"] });
  }
}

async function saveScreenshot(page: Page, path: string): Promise<void> {
  const directory = process.env.SCREENSHOT_DIR;
  if (directory === undefined) return;
  const name = `${TestRunner.getCurrentTest()?.fullTestName} ${path}`.replaceAll(/\W+/g, "-");
  await page.screenshot({ path: join(directory, `${name}.png`) });
}
