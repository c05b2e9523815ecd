import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, describe, test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { desktop, phone, type Screen } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { createExperience } from "../../harness/experiences.ts";
import { button, dialog, main, waitForText } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { callApi, createPerson, createToken, type Person } from "../../harness/people.ts";
import { addPoints, addRewardLevel } from "../../harness/points.ts";
import { createDraft, createPublisher, type Draft, type Publisher } from "../../harness/publisher.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { measureOverflow } from "../../harness/visit.ts";

const program = openSharedProgram();
/** A wrap for tests that change neither its levels nor their claims. */
let offered: Awaited<ReturnType<typeof createReward>>;

beforeAll(async () => {
  offered = await createReward();
});

/** Wraps that are public without audio answer 404 to the player. */
const visitAsUser = (person: Person, screen: Screen = desktop, allowed: readonly RegExp[] = []) =>
  visitAs(person, { url: program.url, screen, allowed: [/404/, ...allowed] });

const confirm = (page: Page, name: string) => dialog(page).getByRole("button", { name }).click();

/** Creates a public wrap of a new publisher with a level for five points. */
async function createReward(
  level: Record<string, unknown> = {},
): Promise<{ publisher: Publisher; song: Draft; claim(fan: Person): Promise<void> }> {
  const publisher = await createPublisher(program.url);
  const song = await createDraft(program.url, publisher, { name: "Salt Meridian" });
  await sql`update song set status = 'ACTIVE' where id = ${song.id}`.execute(program.db);
  const ticket = { name: "A seat by the window", reward_type: "TICKET", details: "Bring a friend." };
  const id = await addRewardLevel(program, publisher, song.id, { ...ticket, ...level });
  return {
    publisher,
    song,
    async claim(fan) {
      await addPoints(program, fan, { song: song.id, points: 5 });
      const token = await createToken(program.url, fan);
      await callApi(program.url, "POST", `song/${song.id}/reward/${id}`, {}, token);
    },
  };
}

const rewardsPath = (song: { pretty_id: string }) => `/wrap/${song.pretty_id}?tab=3`;

describe("a reward", () => {
  test("is redeemed once it is within reach, and fulfilled by its artist, which the fan sees without a reload", async () => {
    const { publisher, song } = await createReward({ stock: 3 });
    const fan = await createPerson(program.url);
    const { page, open, expectAccessible } = await visitAsUser(fan);
    await page.clock.install();
    await addPoints(program, fan, { song: song.id, points: 7 });
    await open(rewardsPath(song));
    await button(page, /^Redeem/).click();
    await dialog(page).getByText("Costs 5 points.").waitFor();
    await dialog(page).getByText("will see your name and email address").waitFor();
    await dialog(page).getByText("3 left").waitFor();
    await confirm(page, "Redeem");
    await waitForText(
      page,
      "Your claim has been made on this reward. A representative of the artist will be in touch",
    );
    await waitForText(page, "Bring a friend.");
    await page.getByRole("complementary").getByText("2", { exact: true }).waitFor();
    await expectAccessible();

    const studio = await visitAsUser(publisher);
    await studio.open("/my/claims");
    await waitForText(studio.page, "1 claim, 1 waits for you");
    const mail = main(studio.page).getByRole("link", { name: fan.email });
    expect(await mail.getAttribute("href")).toContain("mailto:");
    const boxOf = (name: RegExp) => button(studio.page, name).boundingBox();
    const [fulfil, decline] = [await boxOf(/^Mark as fulfilled/), await boxOf(/^Decline/)];
    expect(decline?.x).toBeGreaterThan((fulfil?.x ?? 0) + (fulfil?.width ?? 0) + 16);
    await button(studio.page, /^Mark as contacted/).click();
    await waitForText(studio.page, "as contacted. The fan has been notified.");
    await page.clock.fastForward("00:25");
    await waitForText(page, "Contacted");

    // A hidden tab does not poll; it refreshes when it is shown again.
    let pollCount = 0;
    page.on("request", (request) => {
      if (new URL(request.url()).pathname.endsWith("/my/claims")) pollCount += 1;
    });
    const turnTab = (state: "hidden" | "visible") =>
      page.evaluate((now) => {
        Object.defineProperty(document, "visibilityState", { value: now, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, state);
    await turnTab("hidden");
    await page.clock.fastForward("05:00");
    await button(studio.page, /^Mark as fulfilled/).click();
    await waitForText(studio.page, "as fulfilled. The fan has been notified.");
    await turnTab("visible");
    await waitForText(page, "Fulfilled");
    expect(pollCount).toBe(1);

    // The table has every claim, whatever the page shows.
    await sql`
      insert into reward_claim (reward_id, song_id, account_id, points, state, created_at, changed_at)
      select r.id, r.song_id, null, 5, 'REQUESTED', now() - n * interval '1 minute', now()
      from reward r, generate_series(1, 1203) n where r.song_id = ${song.id}`.execute(program.db);
    const saving = studio.page.waitForEvent("download");
    await button(studio.page, "Export CSV").click();
    const table = await readFile(await (await saving).path(), "utf8");
    await waitForText(studio.page, "Exported 1,204 claims.");
    const lines = table.trim().split(/\r?\n/);
    const numbers = lines.map((line) => line.split(",")[0]);
    expect([numbers.length, new Set(numbers).size]).toEqual([1205, 1205]);
    expect(table).toContain(fan.email);
  });

  test("that the artist declines returns its points, and a claim that arrives meanwhile waits", async () => {
    const { publisher, claim } = await createReward({ name: "A print" });
    const [fan, other] = [await createPerson(program.url), await createPerson(program.url)];
    await claim(fan);
    const studio = await visitAsUser(publisher, phone);
    await studio.page.clock.install();
    await studio.open("/my/claims");
    await waitForText(studio.page, "1 claim");
    await button(studio.page, /^Decline/).click();
    await dialog(studio.page).getByText("The fan gets 5 points back and sees your reason.").waitFor();
    await confirm(studio.page, "Decline claim");
    await dialog(studio.page).getByText("Enter a reason.").waitFor();
    const reason = dialog(studio.page).getByLabel("Reason");
    await reason.fill("The print is sold out.");
    await claim(other);
    await studio.page.clock.fastForward("01:00");
    await studio.page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(reason).toHaveValue("The print is sold out.");
    await expect(main(studio.page).getByText("2 claims")).toHaveCount(0);
    await confirm(studio.page, "Decline claim");
    await waitForText(studio.page, "Declined “A print”.");
    await studio.page.clock.fastForward("00:25");
    await waitForText(studio.page, "2 claims");
    expect(await measureOverflow(studio.page)).toBeLessThanOrEqual(0);

    const { page, open } = await visitAsUser(fan, phone);
    await open("/my/rewards");
    await waitForText(page, "Reason: The print is sold out.");
    await waitForText(page, "Refunded: A print");
    await main(page)
      .getByRole("row", { name: /Salt Meridian/ })
      .getByRole("cell", { name: "5", exact: true })
      .waitFor();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  });

  test("that unlocks an experience leads into it, and costs nothing if that ends while the fan decides", async () => {
    const {
      publisher,
      experience,
      song: songId,
    } = await createExperience(program, {
      is_public_mintable: false,
      name: "Back Room",
    });
    const { rows } = await sql<Draft>`select id, pretty_id from song where id = ${songId}`.execute(
      program.db,
    );
    const song = rows[0] ?? { id: 0, pretty_id: "" };
    const level = { name: "The key", reward_type: "DAPP_ACCESS", alt_id: experience.id };
    await addRewardLevel(program, publisher, song.id, level);
    const [fan, late] = [await createPerson(program.url), await createPerson(program.url)];
    for (const person of [fan, late]) await addPoints(program, person, { song: song.id, points: 5 });
    const { page, open, expectAccessible } = await visitAsUser(fan);
    await open(rewardsPath(song));
    await waitForText(page, "Open to anyone who redeems this");
    await button(page, /^Redeem/).click();
    await dialog(page).getByText("The artist will see your name and email address.").waitFor();
    await confirm(page, "Redeem");
    await page.waitForURL(/\/my\/art$/);
    await main(page).getByRole("heading", { name: "Unlocked for you" }).waitFor();
    await expectAccessible();
    await main(page).getByRole("link", { name: "Go to the experience The key" }).click();
    await main(page)
      .getByRole("link", { name: /^Participate/ })
      .click();
    await page.waitForURL(/\/participate$/);
    await button(page, "Reserve my spot").waitFor();

    const second = await visitAsUser(late, phone, [/409/]);
    await second.open(rewardsPath(song));
    await button(second.page, /^Redeem/).click();
    await dialog(second.page).waitFor();
    await sql`update campaign set state = 'COMPLETED', is_active = false where id = ${experience.id}`.execute(
      program.db,
    );
    await confirm(second.page, "Redeem");
    await waitForText(
      second.page,
      "There was an error claiming this reward: This reward is no longer available.",
    );
    await waitForText(second.page, "Ended");
    await expect(button(second.page, /^Redeem/)).toBeDisabled();
    await second.page.getByRole("complementary").getByText("5", { exact: true }).waitFor();
    expect(await measureOverflow(second.page)).toBeLessThanOrEqual(0);
  });

  test("is neither for a fan without an email address nor for its publisher, which the page explains", async () => {
    const { publisher, song } = offered;
    const fan = await createPerson(program.url);
    await addPoints(program, fan, { song: song.id, points: 5 });
    const { page, open } = await visitAsUser(fan);
    await sql`update account set email = null where email = ${fan.email}`.execute(program.db);
    await open(rewardsPath(song));
    await waitForText(page, "The artist needs to contact you, but your account has no email address.");
    await expect(button(page, /^Redeem/)).toBeDisabled();
    const settings = main(page).getByRole("link", { name: "Add an email address" });
    await expect(settings).toHaveAttribute("href", "/my/settings");

    const studio = await visitAsUser(publisher);
    await studio.open(rewardsPath(song));
    await waitForText(studio.page, "You can’t earn points on your own wraps.");
    await expect(main(studio.page).getByText(/You need .+ more points/)).toHaveCount(0);
  });
});

test("the points of a wrap show when the next listen counts, what was removed, and what they can claim now", async () => {
  const { song } = await createReward();
  const fan = await createPerson(program.url);
  const { page, open, follow } = await visitAsUser(fan, phone);
  await open(`/wrap/${song.pretty_id}?tab=2`);
  await waitForText(page, "Your next listen earns a point.");
  await addPoints(program, fan, { song: song.id, points: 40 });
  await open(`/wrap/${song.pretty_id}`);
  await page.getByRole("complementary").getByText("You can earn again in 24 hours.").waitFor();
  await sql`
    insert into point_entry (account_id, song_id, key, kind, points, created_at)
    select a.id, ${song.id}, e.key, e.kind, e.points, now() + interval '1 minute' from account a,
      (values ('participation 0', 'PARTICIPATION', 40), ('reversal participation 0', 'REVERSAL', -39)) e (key, kind, points)
    where a.email = ${fan.email}`.execute(program.db);
  await follow("/my/rewards");
  await waitForText(page, "You listened");
  await waitForText(page, "Reversed");
  await waitForText(page, "1 more had already been spent.");
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  await button(page, "Redeem A seat by the window").click();
  await confirm(page, "Redeem");
  await waitForText(page, "Your claim has been made on this reward.");
  await waitForText(page, "Requested");
  await expect(button(page, /^Redeem/)).toHaveCount(0);
});

test("a section that fails to load is reported beside the levels, and loads once the network is back", async () => {
  const { song } = offered;
  const { page, open } = await visitAsUser(
    await createPerson(program.url),
    { ...phone, hasEmptyCache: true },
    [/ERR_INTERNET_DISCONNECTED/],
  );
  await open(`/wrap/${song.pretty_id}`);
  await page.context().setOffline(true);
  await main(page)
    .getByRole("tab", { name: /^Rewards/ })
    .click();
  await waitForText(page, "This section couldn’t be loaded. Check your connection and try again.");
  await main(page).locator(".ladder").getByText("A seat by the window").waitFor();
  await button(page, "Try again").click();
  await waitForText(page, "This section couldn’t be loaded.");
  await page.context().setOffline(false);
  await waitForText(page, "You need 5 more points.");
  await expect(main(page).getByText("This section couldn’t be loaded.")).toHaveCount(0);
});

test("points that look farmed are on hold until an administrator decides", async () => {
  // The numbers are those of the whole site, on which no other journey has holds.
  await sql`delete from point_hold`.execute(program.db);
  await sql`delete from play_hold`.execute(program.db);
  const { song } = offered;
  const [fan, administrator] = [await createPerson(program.url), await createPerson(program.url)];
  await sql`update account set role = 'ADMIN' where email = ${administrator.email}`.execute(program.db);
  await sql`
    insert into point_hold (account_id, song_id, key, kind, points, reason, state, created_at)
    select a.id, ${song.id}, 'listen ' || reason, 'LISTEN', 1, reason, 'PENDING', now()
    from account a, unnest(array['DEVICE', 'NETWORK', 'SHARER']) reason where a.email = ${fan.email}`.execute(
    program.db,
  );
  await sql`
    insert into play_hold (song_id, day, network, plays, listeners, first_held_at, last_held_at)
    values (${song.id}, now()::date, '203.0.113.0/24', 70, 70, now(), now())`.execute(program.db);
  const { page, open, follow, expectAccessible } = await visitAsUser(administrator);
  await open("/admin/holds");
  await waitForText(page, "3 entries to review");
  await waitForText(page, "More accounts than usual earned points from this device that day.");
  await main(page).getByLabel("Reason").selectOption("SHARER");
  await waitForText(page, "1 entry to review");
  await button(page, /^Reject(?! all)/).click();
  await dialog(page).getByText("They’re permanently removed.").waitFor();
  await confirm(page, "Reject");
  await waitForText(page, "Rejected 1 entry for");
  await main(page).getByRole("link", { name: "All held points" }).click();
  await waitForText(page, "2 entries to review");
  await button(page, /^Release all/)
    .first()
    .click();
  await confirm(page, "Release all");
  await waitForText(page, "Released 2 entries for");
  await waitForText(page, "Nothing to review");

  // Plays from a network with too many listeners are beside them.
  await main(page).getByLabel("Show").selectOption("plays");
  await waitForText(page, "70 listeners without an account, from the network 203.0.113.0/24");
  await expectAccessible();
  await button(page, /^Reject(?! all)/).click();
  await dialog(page).getByText("They never count").waitFor();
  await confirm(page, "Reject");
  await waitForText(page, "Rejected 70 plays.");

  // Points that were added can be removed with a reason.
  const { rows } = await sql<{ id: string }>`select id from account where email = ${fan.email}`.execute(
    program.db,
  );
  await follow(`/admin/user/${rows[0]?.id}`);
  // By keyboard, because sections above the link are still loading and move it.
  await main(page).getByRole("link", { name: "View points" }).press("Enter");
  await waitForText(page, "Points credited");
  await button(page, /^Revoke/)
    .first()
    .click();
  await confirm(page, "Revoke");
  await dialog(page).getByText("Enter a reason.").waitFor();
  await dialog(page).getByLabel("Reason").fill("Heard by a machine.");
  await confirm(page, "Revoke");
  await waitForText(page, "Revoked 1 point.");
  await waitForText(page, "Reason: Heard by a machine.");
  await expect(button(page, /^Revoke/)).toHaveCount(1);
});
