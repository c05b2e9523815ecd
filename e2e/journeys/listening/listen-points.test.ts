import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, describe, test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { createExperience, mintArtwork } from "../../harness/experiences.ts";
import { listenToWrap, waitUntilPlaying } from "../../harness/listening.ts";
import { main } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { callApi, createPerson, logIn } from "../../harness/people.ts";
import { addPoints, addRewardLevel, ageLastListen } from "../../harness/points.ts";
import { uniqueTrackMusicPath, uploadAudio } from "../../harness/publisher.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { backgroundTimeout, measureOverflow, startVisit } from "../../harness/visit.ts";
import { injectWallet } from "../../harness/wallet.ts";

const program = openSharedProgram();
let fixture: Awaited<ReturnType<typeof createExperience>>;
let song: number;
let name: string;
let wrap: string;

const levels = [
  { reward_type: "CREDIT", name: "A line on the sleeve", reward_points_earned: 1 },
  { reward_type: "WRAPPED_MP3", name: "The file itself", reward_points_earned: 5 },
  { reward_type: "CUSTOM", name: "Signed sleeve", reward_points_earned: 10 },
];

beforeAll(async () => {
  fixture = await createExperience(program, { name: "Back Room" });
  song = fixture.song;
  await uploadAudio(program.url, fixture.publisher, { id: song });
  const { rows } = await sql<{ pretty_id: string; name: string }>`
    select pretty_id, name from song where id = ${song}`.execute(program.db);
  name = rows[0]?.name ?? "";
  wrap = `/wrap/${rows[0]?.pretty_id}`;
  for (const level of levels) await addRewardLevel(program, fixture.publisher, song, level);
});

const player = (page: Page) => page.getByRole("region", { name: "Player" });
const header = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^You / });
const setRate = (page: Page, rate: number) =>
  page.locator("audio").evaluate((audio: HTMLAudioElement, playbackRate) => {
    audio.playbackRate = playbackRate;
  }, rate);
/** Slow enough that a song lasts for minutes. */
const SLOW_RATE = 0.0625;
const level = (page: Page, title: string) => main(page).locator(".ladder > li", { hasText: title });

/** Returns the place of everything in the player and the header that must not move. */
const measurePlaces = (page: Page) =>
  page
    .locator(".player .who > a, .player .play, .player .wv, .player .vol, .top > nav > a")
    .evaluateAll((parts) =>
      parts
        .filter((part) => !part.classList.contains("listen-points"))
        .map((part) => JSON.stringify(part.getBoundingClientRect())),
    );

describe("a fan’s play", () => {
  test("shows when it counts, then the point and the new total", async () => {
    const fan = await createPerson(program.url);
    await addPoints(program, fan, { song, points: 8 });
    await ageLastListen(program, fan, song);
    const { page, open, expectAccessible } = await visitAs(fan, { url: program.url, screen: phone });
    const totals: string[] = [];
    page.on("request", (request) => {
      if (/\/my\/points\/total$/.test(request.url())) totals.push(request.url());
    });
    await open(wrap);
    await expect(header(page)).toHaveText(/8 points/);
    await listenToWrap(page);
    await setRate(page, SLOW_RATE);
    const places = await measurePlaces(page);
    await player(page)
      .getByText(/^Counts in \d s$/)
      .waitFor();
    await expect(player(page).getByRole("status")).toHaveText("");
    expect(await measurePlaces(page)).toEqual(places);
    await setRate(page, 1);
    await expect(player(page).getByRole("status")).toHaveText(`+1 for ${name}, 1 to go`, backgroundTimeout);
    await setRate(page, SLOW_RATE);
    await player(page).locator("p.listen-points", { hasText: "1 to go" }).waitFor();
    await expect(header(page)).toHaveText(/9 points/);
    expect(totals).toHaveLength(1);
    expect(await measurePlaces(page)).toEqual(places);
    expect(await measureOverflow(page)).toBe(0);
    await expectAccessible({ isWholePage: true });
  });

  test("says when the next one counts, and leads to a reward that it has brought within reach", async () => {
    const fan = await createPerson(program.url);
    await addPoints(program, fan, { song, points: 9 });
    const { page, open } = await visitAs(fan, { url: program.url });
    await open(wrap);
    await listenToWrap(page);
    const places = await measurePlaces(page);
    await player(page)
      .getByText(/^Counts again in 24 h$/)
      .waitFor();
    await ageLastListen(program, fan, song);
    await player(page).getByRole("button", { name: "Loop" }).click();
    await expect(player(page).getByRole("status")).toHaveText(
      `+1 for ${name}. You can redeem Signed sleeve.`,
      backgroundTimeout,
    );
    expect(await measurePlaces(page)).toEqual(places);
    await player(page).getByRole("link", { name: "+1: redeem a reward" }).press("Enter");
    await page.waitForURL(/tab=3/);
  });

  test("counts for an account that logs in during the song, and brings a reward within reach", async () => {
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
    const sleeve = level(page, "A line on the sleeve");
    await expect(sleeve.getByRole("button", { name: "Redeem" })).toBeDisabled();
    await setRate(page, 1);
    await main(page).getByText("You can earn again in 24 hours.").first().waitFor(backgroundTimeout);
    await page.getByRole("complementary").getByText("1", { exact: true }).waitFor();
    await expect(sleeve.getByRole("button", { name: "Redeem" })).toBeEnabled();
    expect(calls.map(({ status }) => status)).not.toContain(400);
    expect(calls.filter(({ sent }) => sent.stream_id === undefined)).toHaveLength(1);
  });
});

test("a visitor’s play through a shared link earns the sharer a point, and leads to the login", async () => {
  const sharer = await visitAs(await createPerson(program.url), { url: program.url });
  const { token } = sharer;
  const me = await callApi<{ id: string }>(program.url, "GET", "me", undefined, token);
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
  await main(sharer.page).getByRole("button", { name: "Share" }).first().click();
  const shared = await sharer.page.locator("html[data-shared]").getAttribute("data-shared");
  expect(JSON.parse(shared ?? "{}")).toEqual({
    title: `${name}, Inês Corvacho`,
    text: `Listen to ${name} by Inês Corvacho.`,
    url: `${program.url}${wrap}?inc=${me.id}`,
  });

  const { page, open } = await startVisit(phone, [], program.url);
  await open(`${wrap}?inc=${me.id}`);
  await listenToWrap(page);
  await player(page).getByRole("link", { name: "Log in to earn points" }).click();
  await page.getByText("Log in or sign up to earn points by listening.").waitFor();
  const { data } = await callApi<{ data: { kind: string; points: number }[] }>(
    ...([program.url, "GET", "my/points", undefined, token] as const),
  );
  expect(data).toMatchObject([{ kind: "SHARE", points: 1 }]);
});

test("the song as a file is redeemed, and downloaded by the owner of a token only", async () => {
  const fan = await createPerson(program.url);
  await addPoints(program, fan, { song, points: 5 });
  const { page, open, expectAccessible } = await visitAs(fan, { url: program.url, allowed: [/403/] });
  const wallet = await injectWallet(page, { url: program.url, accounts: 2 });
  await mintArtwork(program, fixture, wallet.addresses[0] ?? "");
  await open(`${wrap}?tab=3`);
  const file = level(page, "The file itself");
  await file.getByText("To download, you need one of these tokens in your wallet:").waitFor();
  await file.getByRole("button", { name: /^Redeem/ }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText("Do you own one, or can you get one?").waitFor();
  await question.getByRole("button", { name: "Redeem" }).click();
  await file.getByText("Please link the wallet that owns the NFT to continue;").waitFor();
  await expectAccessible();
  const saving = page.waitForEvent("download");
  await file.getByRole("button", { name: "Connect Journey Wallet" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("inês_corvacho_salt_meridian.mp3");
  const [bytes, music] = await Promise.all([readFile(await saved.path()), readFile(uniqueTrackMusicPath)]);
  expect(bytes.subarray(0, 3).toString("latin1")).toBe("ID3");
  expect(bytes.subarray(-music.length).equals(music)).toBe(true);
  await file.getByText("Saved to your downloads.").waitFor();

  await wallet.switchAccount(1);
  await file.getByRole("button", { name: /^Download/ }).click();
  await file.getByText("We could not validate your ownership of this NFT.").waitFor();
});
