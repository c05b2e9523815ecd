import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { sql } from "../../server/src/platform/database/database.ts";
import { desktop, phone } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { createExperience } from "../harness/experiences.ts";
import { listenToWrap } from "../harness/listening.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { createPerson } from "../harness/people.ts";
import { addPoints, addRewardLevel, ageLastListen } from "../harness/points.ts";
import { shortTrackPath, uploadAudio } from "../harness/publisher.ts";
import { startIsolatedProgram, type TestProgram } from "../harness/test-program.ts";
import { backgroundTimeout, measureOverflow, startVisit } from "../harness/visit.ts";

let program: TestProgram;
let song: number;
let name: string;
let wrap: string;

beforeAll(async () => {
  program = await startIsolatedProgram();
  const fixture = await createExperience(program, { name: "Back Room" });
  song = fixture.song;
  await uploadAudio(program.url, fixture.publisher, { id: song }, shortTrackPath);
  const { rows } = await sql<{ pretty_id: string; name: string }>`
    select pretty_id, name from song where id = ${song}`.execute(program.db);
  name = rows[0]?.name ?? "";
  wrap = `/wrap/${rows[0]?.pretty_id}`;
  await addRewardLevel(program, fixture.publisher, song, {
    reward_type: "CUSTOM",
    name: "Signed sleeve",
    reward_points_earned: 10,
  });
});
afterAll(() => program.close());

const player = (page: Page) => page.getByRole("region", { name: "Player" });
const header = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^You / });
const loop = (page: Page) => player(page).getByRole("button", { name: "Loop" });

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
  test.each([
    ["desktop", desktop],
    ["phone", phone],
  ])("shows when it counts, then the point and the new total, on a %s", async (_, screen) => {
    const fan = await createPerson(program.url);
    await addPoints(program, fan, { song, points: 8 });
    await ageLastListen(program, fan, song);
    const { page, open, expectAccessible } = await visitAs(fan, { url: program.url, screen });
    const streams: string[] = [];
    page.on("request", (request) => {
      if (/\/my\/points\/total$/.test(request.url())) streams.push(request.url());
    });
    await open(wrap);
    await expect(header(page)).toHaveText(/8 points/);
    await listenToWrap(page);
    const places = await measurePlaces(page);
    await player(page)
      .getByText(/^Counts in \d s$/)
      .waitFor();
    await expect(player(page).getByRole("status")).toHaveText("");
    expect(await measurePlaces(page)).toEqual(places);
    await expect(player(page).getByRole("status")).toHaveText(`+1 for ${name}, 1 to go`, backgroundTimeout);
    await player(page).locator("p.listen-points", { hasText: "1 to go" }).waitFor();
    await expect(header(page)).toHaveText(/9 points/);
    expect(streams).toHaveLength(1);
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
    await player(page)
      .getByText(/^Counts again in 24 h$/)
      .waitFor();
    await ageLastListen(program, fan, song);
    await loop(page).click();
    await expect(player(page).getByRole("status")).toHaveText(
      `+1 for ${name}. You can redeem Signed sleeve.`,
      backgroundTimeout,
    );
    await player(page).getByRole("link", { name: "+1: redeem a reward" }).press("Enter");
    await page.waitForURL(/tab=3/);

    await open("/my/notifications");
    await page.getByRole("link", { name: /^You have enough points for “Signed sleeve” by / }).press("Enter");
    await page.waitForURL(/tab=3/);
    await page.getByRole("link", { name: "Notifications", exact: true }).waitFor();
  });

  test("of someone anonymous leads to the login once it has counted", async () => {
    const { page, open } = await startVisit(phone, [], program.url);
    await open(wrap);
    await listenToWrap(page);
    await player(page).getByRole("link", { name: "Log in to earn points" }).waitFor();
    await player(page).getByRole("link", { name: "Log in to earn points" }).click();
    await page.getByText("Log in or sign up to earn points by listening.").waitFor();
  });
});
