import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { sql } from "../../server/src/platform/database/database.ts";
import { desktop, phone, type Screen } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { createExperience, mintArtwork } from "../harness/experiences.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { callApi, createPerson, createToken, type Person } from "../harness/people.ts";
import { addPoints, addRewardLevel } from "../harness/points.ts";
import {
  createDraft,
  createPublisher,
  type Draft,
  type Publisher,
  uploadTrack,
} from "../harness/publisher.ts";
import { startIsolatedProgram, type TestProgram } from "../harness/test-program.ts";
import { measureOverflow } from "../harness/visit.ts";
import { injectWallet } from "../harness/wallet.ts";

let program: TestProgram;

beforeAll(async () => {
  program = await startIsolatedProgram();
});
afterAll(() => program.close());

/** Wraps that are public without audio answer 404 to the player. */
async function visitAsUser(person: Person, screen: Screen = desktop, allowed: readonly RegExp[] = []) {
  const visited = await visitAs(person, { url: program.url, screen, allowed: [/404/, ...allowed] });
  return visited;
}

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name });
const waitForText = (page: Page, text: string | RegExp) => main(page).getByText(text).first().waitFor();
const dialog = (page: Page) => page.getByRole("alertdialog");

/** Creates a public wrap with a level for five points. */
async function createReward(
  level: Record<string, unknown> = {},
): Promise<{ publisher: Publisher; song: Draft; rewardId: number }> {
  const publisher = await createPublisher(program.url);
  const song = await createDraft(program.url, publisher, { name: "Salt Meridian" });
  await sql`update song set status = 'ACTIVE' where id = ${song.id}`.execute(program.db);
  const ticket = { name: "A seat by the window", reward_type: "TICKET", details: "Bring a friend." };
  const rewardId = await addRewardLevel(program, publisher, song.id, { ...ticket, ...level });
  return { publisher, song, rewardId };
}

const rewardsPath = (song: { pretty_id: string }) => `/wrap/${song.pretty_id}?tab=3`;

async function redeemReward(page: Page): Promise<void> {
  await button(page, /^Redeem/).click();
  await dialog(page).getByRole("button", { name: "Redeem" }).click();
}

describe("a reward", () => {
  test("is out of reach at first, then redeemed", async () => {
    const { song } = await createReward({ stock: 3 });
    const fan = await createPerson(program.url);
    const { page, open, expectAccessible } = await visitAsUser(fan);
    await open("/my/rewards");
    await waitForText(page, "No points yet");
    await expect(main(page).getByRole("link", { name: "Find something to listen to" })).toHaveAttribute(
      "href",
      "/wraps",
    );
    await open(rewardsPath(song));
    await waitForText(page, "You need 5 more points.");
    await expect(button(page, /^Redeem/)).toBeDisabled();
    await expectAccessible();

    await addPoints(program, fan, { song: song.id, points: 7 });
    await open(rewardsPath(song));
    await button(page, /^Redeem/).click();
    const asks = dialog(page);
    await asks.getByText("Costs 5 points.").waitFor();
    await asks.getByText("will see your name and email address").waitFor();
    await asks.getByText("3 left").waitFor();
    await expectAccessible();
    await asks.getByRole("button", { name: "Redeem" }).click();
    await waitForText(
      page,
      "Your claim has been made on this reward. A representative of the artist will be in touch",
    );
    await waitForText(page, "Bring a friend.");
    await page.getByRole("complementary").getByText("2", { exact: true }).waitFor();
    await page.getByRole("complementary").getByText("You’ve redeemed all of this wrap’s rewards.").waitFor();
    await expect(main(page).getByText("to go")).toHaveCount(0);
    await expectAccessible();
  });

  test("is fulfilled by the artist, which the fan sees", async () => {
    const { publisher, song, rewardId } = await createReward();
    const fan = await createPerson(program.url);
    await addPoints(program, fan, { song: song.id, points: 7 });
    const token = await createToken(program.url, fan);
    await callApi(program.url, "POST", `song/${song.id}/reward/${rewardId}`, {}, token);
    const studio = await visitAsUser(publisher);
    await studio.open("/my/claims");
    await waitForText(studio.page, "1 claim");
    const mail = main(studio.page).getByRole("link", { name: fan.email });
    expect(await mail.getAttribute("href")).toContain("mailto:");
    await studio.expectAccessible();
    await button(studio.page, /^Mark as contacted/).click();
    await waitForText(studio.page, "as contacted. The fan has been notified.");
    await button(studio.page, /^Mark as fulfilled/).click();
    await waitForText(studio.page, "as fulfilled. The fan has been notified.");
    await expect(button(studio.page, /^Mark as fulfilled/)).toHaveCount(0);
    const saving = studio.page.waitForEvent("download");
    await button(studio.page, "Export CSV").click();
    const table = await readFile(await (await saving).path(), "utf8");
    expect(table).toContain(`FULFILLED`);
    expect(table).toContain(fan.email);

    const { page, open, expectAccessible } = await visitAsUser(fan);
    await open("/my/rewards");
    await waitForText(page, "Fulfilled");
    await waitForText(page, "You can earn again in");
    await waitForText(page, "Claimed: A seat by the window");
    await expectAccessible();
  });

  test("that the artist declines returns its points, also in Spanish", async () => {
    const { publisher, song } = await createReward({ name: "A print" });
    const fan = await createPerson(program.url);
    await addPoints(program, fan, { song: song.id, points: 5 });
    const { page, open, expectAccessible } = await visitAsUser(fan, phone);
    await open(rewardsPath(song));
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await redeemReward(page);
    await waitForText(page, "Your claim has been made on this reward.");

    const studio = await visitAsUser(publisher, phone);
    await studio.open(`/my/wrap/${song.id}?tab=rewards`);
    await main(studio.page).getByRole("link", { name: "1 claim on these levels" }).click();
    await studio.page.waitForURL(/\/my\/claims\?song=\d+$/);
    await button(studio.page, /^Decline/).click();
    await dialog(studio.page).getByText("The fan gets 5 points back and sees your reason.").waitFor();
    await dialog(studio.page).getByRole("button", { name: "Decline claim" }).click();
    await dialog(studio.page).getByText("Enter a reason.").waitFor();
    await studio.expectAccessible();
    await dialog(studio.page).getByLabel("Reason").fill("The print is sold out.");
    await dialog(studio.page).getByRole("button", { name: "Decline claim" }).click();
    await waitForText(studio.page, "Declined “A print”.");
    expect(await measureOverflow(studio.page)).toBeLessThanOrEqual(0);
    await studio.expectAccessible();

    // The artist hides the wrap: its claims stay visible.
    await sql`update song set status = 'HIDDEN' where id = ${song.id}`.execute(program.db);
    await open("/my/rewards");
    await waitForText(page, "The wraps you have points for aren’t public right now.");
    await waitForText(page, "Reason: The print is sold out.");
    await sql`update song set status = 'ACTIVE' where id = ${song.id}`.execute(program.db);
    await open("/my/rewards");
    await page.getByRole("contentinfo").getByText("Español").click();
    await main(page).getByRole("heading", { level: 1, name: "Puntos y solicitudes" }).waitFor();
    await waitForText(page, "Motivo: The print is sold out.");
    await waitForText(page, "Se te han devuelto los puntos.");
    await waitForText(page, "Devueltos: A print");
    await main(page).getByText("5", { exact: true }).waitFor();
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  });

  test("shows changes by others without a reload and keeps what is being typed", async () => {
    const { publisher, song } = await createReward();
    const [fan, other] = [await createPerson(program.url), await createPerson(program.url)];
    await addPoints(program, fan, { song: song.id, points: 5 });
    const { page, open, token } = await visitAsUser(fan);
    await page.clock.install();
    await open(rewardsPath(song));
    await redeemReward(page);
    await waitForText(page, "Your claim has been made on this reward.");
    const list = await visitAsUser(fan);
    await list.page.clock.install();
    await list.open("/my/rewards");
    await waitForText(list.page, "Requested");

    const { data } = await callApi<{ data: { id: number }[] }>(
      program.url,
      "GET",
      "my/claims",
      undefined,
      token,
    );
    const move = (state: string) =>
      callApi(program.url, "PATCH", `claim/${data[0]?.id}`, { state }, publisher.token);
    await move("CONTACTED");
    // Another visitor came through the fan's link.
    await addPoints(program, fan, { song: song.id, points: 3 });
    for (const openPage of [page, list.page]) {
      await openPage.clock.fastForward("00:25");
      await waitForText(openPage, "Contacted");
      await main(openPage).getByText("3", { exact: true }).first().waitFor();
    }

    // A hidden tab does not poll; it refreshes when it is shown again.
    let pollCount = 0;
    page.on("request", (request) => {
      if (new URL(request.url()).pathname.endsWith("/my/claims")) pollCount += 1;
    });
    const turn = (state: "hidden" | "visible") =>
      page.evaluate((now) => {
        Object.defineProperty(document, "visibilityState", { value: now, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, state);
    await turn("hidden");
    await page.clock.fastForward("05:00");
    await move("FULFILLED");
    await turn("visible");
    await waitForText(page, "Fulfilled");
    expect(pollCount).toBe(1);

    // A claim that arrives while the artist types a reason for another one waits until they are done.
    const second = await createReward({ name: "A print" });
    const claim = async (person: Person) => {
      await addPoints(program, person, { song: second.song.id, points: 5 });
      const token = await createToken(program.url, person);
      const levels = await callApi<{ id: number }[]>(program.url, "GET", `song/${second.song.id}/reward`);
      await callApi(
        ...([program.url, "POST", `song/${second.song.id}/reward/${levels[0]?.id}`, {}] as const),
        token,
      );
    };
    await claim(fan);
    const studio = await visitAsUser(second.publisher);
    await studio.page.clock.install();
    await studio.open("/my/claims");
    await waitForText(studio.page, "1 claim");
    await button(studio.page, /^Decline/).click();
    await dialog(studio.page).getByLabel("Reason").fill("The print is sold out.");
    await claim(other);
    await studio.page.clock.fastForward("01:00");
    await studio.page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(dialog(studio.page).getByLabel("Reason")).toHaveValue("The print is sold out.");
    await expect(main(studio.page).getByText("2 claims")).toHaveCount(0);
    await dialog(studio.page).getByRole("button", { name: "Cancel" }).click();
    await studio.page.clock.fastForward("00:25");
    await waitForText(studio.page, "2 claims");
  });

  test("that another fan took first is reported, and the points stay", { retry: 0 }, async () => {
    const { song } = await createReward({ stock: 1 });
    const fan = await createPerson(program.url);
    await addPoints(program, fan, { song: song.id, points: 5 });
    const { page, open } = await visitAsUser(fan, desktop, [/409/]);
    await open(rewardsPath(song));
    await button(page, /^Redeem/).click();
    await sql`update reward set claimed = 1 where song_id = ${song.id}`.execute(program.db);
    await dialog(page).getByRole("button", { name: "Redeem" }).click();
    await waitForText(page, "There was an error claiming this reward: This reward is no longer available.");
    await page.getByRole("complementary").getByText("5", { exact: true }).waitFor();
    await waitForText(page, "Sold out.");
    await expect(button(page, /^Redeem/)).toBeDisabled();
  });

  test("that needs contact asks for an email address first", async () => {
    const { song } = await createReward();
    const fan = await createPerson(program.url);
    await addPoints(program, fan, { song: song.id, points: 5 });
    const { page, open, expectAccessible } = await visitAsUser(fan);
    await sql`update account set email = null where email = ${fan.email}`.execute(program.db);
    await open(rewardsPath(song));
    await waitForText(page, "The artist needs to contact you, but your account has no email address.");
    await expect(button(page, /^Redeem/)).toBeDisabled();
    const settings = main(page).getByRole("link", { name: "Add an email address" });
    await expect(settings).toHaveAttribute("href", "/my/settings");
    await expectAccessible();
  });

  test("that unlocks an experience names it, and can be redeemed while that is open", async () => {
    const fixture = await createExperience(program, { is_public_mintable: false, name: "Back Room" });
    const { publisher, experience } = fixture;
    const { rows } = await sql<Draft>`select id, pretty_id from song where id = ${fixture.song}`.execute(
      program.db,
    );
    const song = rows[0] ?? { id: 0, pretty_id: "" };
    const level = { name: "The key", reward_type: "DAPP_ACCESS", alt_id: experience.id };
    await addRewardLevel(program, publisher, song.id, level);
    const fan = await createPerson(program.url);
    await addPoints(program, fan, { song: song.id, points: 5 });
    const { page, open, expectAccessible } = await visitAsUser(fan, phone, [/409/]);
    await open(rewardsPath(song));
    await waitForText(page, "Open to anyone who redeems this");
    await expect(main(page).getByRole("link", { name: "Back Room" }).first()).toHaveAttribute(
      "href",
      `/experiences/${experience.pretty_id}`,
    );
    await button(page, /^Redeem/).click();
    await dialog(page).getByText("The artist will see your name and email address.").waitFor();
    await expectAccessible();
    // It ends while the fan decides.
    await sql`update campaign set state = 'COMPLETED', is_active = false where id = ${experience.id}`.execute(
      program.db,
    );
    await dialog(page).getByRole("button", { name: "Redeem" }).click();
    await waitForText(page, "There was an error claiming this reward: This reward is no longer available.");
    await waitForText(page, "Ended");
    await expect(button(page, /^Redeem/)).toBeDisabled();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    const studio = await visitAsUser(publisher, phone);
    await studio.open(`/my/wrap/${song.id}?tab=rewards`);
    await main(studio.page).locator(".levels-own").getByRole("link", { name: "Back Room" }).waitFor();
    await waitForText(studio.page, "All of this wrap’s experiences have ended or are open to everyone");
    await studio.expectAccessible();
    expect(await measureOverflow(studio.page)).toBeLessThanOrEqual(0);

    // If it is open to everyone, nothing needs to be redeemed, and more points would not help.
    await sql`
      update campaign set state = 'ACTIVE', is_active = true, is_public_mintable = true where id = ${experience.id}`.execute(
      program.db,
    );
    await sql`update point_balance set points = 3 where song_id = ${song.id}`.execute(program.db);
    await open(rewardsPath(song));
    await waitForText(page, "Open to everyone; no points needed");
    await waitForText(page, "This reward can’t be redeemed right now.");
    await waitForText(page, "None of the remaining rewards can be redeemed right now.");
    await expect(main(page).getByText(/You need .+ more points?|more to reach/)).toHaveCount(0);
    await expect(button(page, /^Redeem/)).toBeDisabled();
    await expectAccessible();
    await studio.open(`/my/wrap/${song.id}?tab=rewards`);
    await waitForText(studio.page, "open to everyone, so nobody can redeem this level");
    await studio.expectAccessible();
  });

  test("that is the song as a file is available to token owners only", async () => {
    const fixture = await createExperience(program);
    const { publisher, song: songId } = fixture;
    const { rows } = await sql<Draft>`select id, pretty_id from song where id = ${songId}`.execute(
      program.db,
    );
    const song = rows[0] ?? { id: 0, pretty_id: "" };
    await uploadTrack(program.url, publisher, song, "salt-meridian");
    await addRewardLevel(program, publisher, songId, { name: "The file", reward_type: "WRAPPED_MP3" });
    const fan = await createPerson(program.url);
    await addPoints(program, fan, { song: songId, points: 5 });
    const { page, open, expectAccessible } = await visitAsUser(fan, desktop, [/403/]);
    const wallet = await injectWallet(page, { url: program.url, accounts: 2 });
    await mintArtwork(program, fixture, wallet.addresses[0] ?? "");
    await open(rewardsPath(song));
    await waitForText(page, "To download, you need one of these tokens in your wallet:");
    await button(page, /^Redeem/).click();
    await dialog(page).getByText("Do you own one, or can you get one?").waitFor();
    await expectAccessible();
    await dialog(page).getByRole("button", { name: "Redeem" }).click();
    await waitForText(page, "Please link the wallet that owns the NFT to continue;");
    await expectAccessible();
    const first = page.waitForEvent("download");
    await button(page, "Connect Journey Wallet").click();
    const file = await first;
    expect(file.suggestedFilename()).toBe("inês_corvacho_salt_meridian.mp3");
    const bytes = await readFile(await file.path());
    expect(bytes.subarray(0, 3).toString("latin1")).toBe("ID3");
    expect(bytes.length).toBeGreaterThan(100_000);
    await waitForText(page, "Saved to your downloads.");

    wallet.rejectRequests("personal_sign");
    await button(page, "Download again").click();
    await waitForText(page, "You rejected the signature. Nothing has changed.");
    wallet.acceptRequests();
    await wallet.switchAccount(1);
    await button(page, /^Download/).click();
    await waitForText(page, "We could not validate your ownership of this NFT.");
    await expectAccessible();

    // A fan keeps what they paid for while the publisher hides the wrap.
    await sql`update song set status = 'HIDDEN' where id = ${songId}`.execute(program.db);
    await open("/my/rewards");
    await waitForText(page, "This wrap isn’t public right now.");
    await expect(main(page).locator(".own-claims a")).toHaveCount(0);
    await button(page, /^Download|^Connect Journey Wallet/)
      .first()
      .waitFor();
    await expectAccessible();
  });
});

test("claims export completely as a table", async () => {
  const { publisher, song } = await createReward();
  await sql`
    insert into reward_claim (reward_id, song_id, account_id, points, state, created_at, changed_at)
    select r.id, r.song_id, null, 5, 'REQUESTED', now() - n * interval '1 minute', now()
    from reward r, generate_series(1, 1203) n where r.song_id = ${song.id}`.execute(program.db);
  const { page, open } = await visitAsUser(publisher);
  await open("/my/claims");
  await waitForText(page, "1,000+ claims");
  const saving = page.waitForEvent("download");
  await button(page, "Export CSV").click();
  const table = await readFile(await (await saving).path(), "utf8");
  await waitForText(page, "Exported 1,203 claims.");
  const numbers = table
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(",")[0]);
  expect(numbers.length).toBe(1204);
  expect(new Set(numbers).size).toBe(1204);
});

describe("the points of a wrap", () => {
  test("show when the next listen counts, and what was removed", async () => {
    const { song } = await createReward();
    const fan = await createPerson(program.url);
    const { page, open, expectAccessible } = await visitAsUser(fan, phone);
    await open(`/wrap/${song.pretty_id}?tab=2`);
    await waitForText(page, "Your next listen earns a point.");
    await expectAccessible();
    await addPoints(program, fan, { song: song.id, points: 40 });
    await open(`/wrap/${song.pretty_id}?tab=2`);
    await waitForText(page, "You can earn again in 24 hours.");
    await open(`/wrap/${song.pretty_id}`);
    await page.getByRole("complementary").getByText("You can earn again in 24 hours.").waitFor();
    await expectAccessible();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);

    await sql`
      insert into point_entry (account_id, song_id, key, kind, points, created_at)
      select a.id, ${song.id}, e.key, e.kind, e.points, now() + interval '1 minute' from account a,
        (values ('participation 0', 'PARTICIPATION', 40), ('reversal participation 0', 'REVERSAL', -39)) e (key, kind, points)
      where a.email = ${fan.email}`.execute(program.db);
    await open("/my/rewards");
    await waitForText(page, "Reversed");
    await waitForText(page, "1 more had already been spent.");
    await page.getByRole("contentinfo").getByText("Español").click();
    await waitForText(page, "Revertidos");
    await waitForText(page, "1 más ya se había gastado.");
    await expectAccessible();
  });

  test("cannot be earned by its publisher, which the page explains", async () => {
    const { publisher, song } = await createReward();
    const { page, open, expectAccessible } = await visitAsUser(publisher);
    await open(rewardsPath(song));
    await waitForText(page, "You can’t earn points on your own wraps.");
    await waitForText(page, "You can’t earn points on your own wraps.");
    await expect(main(page).getByText(/You need .+ more points/)).toHaveCount(0);
    await expectAccessible();
    await open(`/wrap/${song.pretty_id}`);
    await page.getByRole("complementary").getByText("You can’t earn points on your own wraps.").waitFor();
  });
});

describe("a section that fails to load", () => {
  test("is reported beside the levels and loads once the network is back", async () => {
    const { song } = await createReward();
    const { page, open, expectAccessible } = await visitAsUser(
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
    await expectAccessible();
    await button(page, "Try again").click();
    await waitForText(page, "This section couldn’t be loaded.");
    await page.context().setOffline(false);
    await waitForText(page, "You need 5 more points.");
    await expect(main(page).getByText("This section couldn’t be loaded.")).toHaveCount(0);
  });

  test("is reported where wallets are linked and on the collection page", async () => {
    const { page, open, expectAccessible } = await visitAsUser(await createPerson(program.url), desktop, [
      /ERR_FAILED/,
    ]);
    for (const [path, part, text] of [
      ["/my/settings", "linked-wallets", "Link the demo wallet"],
      ["/my/art", "opened-experiences", "No artwork yet"],
    ] as const) {
      await page.route(`**/assets/${part}-*.js`, (route) => route.abort());
      await open(path);
      await waitForText(page, "This section couldn’t be loaded.");
      await expectAccessible();
      await page.unroute(`**/assets/${part}-*.js`);
      await button(page, "Try again").click();
      await waitForText(page, text);
      await main(page).getByText("This section couldn’t be loaded.").waitFor({ state: "detached" });
    }
  });
});

test("points that look farmed are on hold until an administrator decides", async () => {
  // The numbers are those of the whole site.
  await sql`delete from point_hold`.execute(program.db);
  await sql`delete from play_hold`.execute(program.db);
  const { song } = await createReward();
  const [fan, administrator] = [await createPerson(program.url), await createPerson(program.url)];
  await sql`update account set role = 'ADMIN' where email = ${administrator.email}`.execute(program.db);
  for (const [key, reason] of [
    ["a", "DEVICE"],
    ["b", "NETWORK"],
    ["c", "SHARER"],
  ])
    await sql`
      insert into point_hold (account_id, song_id, key, kind, points, reason, state, created_at)
      select id, ${song.id}, ${`listen ${key}`}, 'LISTEN', 1, ${reason}, 'PENDING', now() from account
      where email = ${fan.email}`.execute(program.db);
  const { page, open, expectAccessible } = await visitAsUser(administrator);
  await open("/admin/holds");
  await waitForText(page, "3 entries to review");
  await waitForText(page, "More accounts than usual earned points from this device that day.");
  expect(await main(page).getByRole("link", { name: fan.name }).first().getAttribute("href")).toContain(
    "/admin/user/",
  );
  await expectAccessible();
  await main(page).getByLabel("Reason").selectOption("SHARER");
  await waitForText(page, "1 entry to review");
  await button(page, /^Reject(?! all)/).click();
  await dialog(page).getByText("They’re permanently removed.").waitFor();
  await dialog(page).getByRole("button", { name: "Reject" }).click();
  await waitForText(page, "Rejected 1 entry for");
  await main(page).getByRole("link", { name: "All held points" }).click();
  await waitForText(page, "2 entries to review");
  await button(page, /^Release all/)
    .first()
    .click();
  await dialog(page).getByRole("button", { name: "Release all" }).click();
  await waitForText(page, "Released 2 entries for");
  await waitForText(page, "Nothing to review");
  await expectAccessible();
  const { rows } = await sql<{ points: number }>`
    select points from point_balance b join account a on a.id = b.account_id where a.email = ${fan.email}`.execute(
    program.db,
  );
  expect(rows).toEqual([{ points: 2 }]);

  // Plays from a network with too many listeners are beside them.
  await sql`
    insert into play_hold (song_id, day, network, plays, listeners, first_held_at, last_held_at)
    select ${song.id}, now()::date - n, '203.0.113.0/24', 70, 70, now(), now() from generate_series(0, 1) n`.execute(
    program.db,
  );
  await main(page).getByLabel("Show").selectOption("plays");
  await waitForText(page, "2 entries to review");
  await waitForText(page, "70 listeners without an account, from the network 203.0.113.0/24");
  await expectAccessible();
  await button(page, /^Reject(?! all)/)
    .first()
    .click();
  await dialog(page).getByText("They never count").waitFor();
  await dialog(page).getByRole("button", { name: "Reject" }).click();
  await waitForText(page, "Rejected 70 plays.");
  await waitForText(page, "1 entry to review");
  await button(page, /^Release all/).click();
  await dialog(page).getByRole("button", { name: "Release all" }).click();
  await waitForText(page, "Released 70 plays.");
  await waitForText(page, "Nothing to review");

  // Points that were added can be removed with a reason.
  const account = await sql<{ id: string }>`select id from account where email = ${fan.email}`.execute(
    program.db,
  );
  await open(`/admin/user/${account.rows[0]?.id}`);
  await main(page).getByRole("link", { name: "View points" }).click();
  await waitForText(page, "Points credited");
  await expectAccessible();
  await button(page, /^Revoke/)
    .first()
    .click();
  await dialog(page).getByRole("button", { name: "Revoke" }).click();
  await dialog(page).getByText("Enter a reason.").waitFor();
  await expectAccessible();
  await dialog(page).getByLabel("Reason").fill("Heard by a machine.");
  await dialog(page).getByRole("button", { name: "Revoke" }).click();
  await waitForText(page, "Revoked 1 point.");
  await waitForText(page, "Reason: Heard by a machine.");
  await expect(button(page, /^Revoke/)).toHaveCount(1);
  await expectAccessible();
  const holder = await visitAsUser(fan);
  await holder.open("/my/rewards");
  await waitForText(holder.page, "Reason: Heard by a machine.");
});
