import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { sql } from "../../server/src/platform/database/database.ts";
import { phone } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { callApi, createPerson, createToken } from "../harness/people.ts";
import { addPoints, addRewardLevel } from "../harness/points.ts";
import { createDraft, createPublisher } from "../harness/publisher.ts";
import { openSharedProgram, type TestProgram } from "../harness/test-program.ts";
import { startVisit } from "../harness/visit.ts";

let program: TestProgram;

beforeAll(() => {
  program = openSharedProgram();
});
afterAll(() => program.close());

const main = (page: Page) => page.getByRole("main");

async function createTicketReward() {
  const publisher = await createPublisher(program.url);
  const song = await createDraft(program.url, publisher, { name: "Salt Meridian" });
  await sql`update song set status = 'ACTIVE' where id = ${song.id}`.execute(program.db);
  const rewardId = await addRewardLevel(program, publisher, song.id, {
    name: "The lighthouse concert",
    reward_type: "TICKET",
    details: "Doors open at seven.",
    stock: 20,
    questions: [
      { label: "Seat", kind: "CHOICE", choices: ["Window", "Aisle"] },
      { label: "Name on the list", is_required: false },
    ],
  });
  return { publisher, song, rewardId };
}

async function readClaim(token: string): Promise<{ id: number; state: string }> {
  type Claims = { data: { id: number; state: string }[] };
  const { data } = await callApi<Claims>(program.url, "GET", "my/claims", undefined, token);
  if (data[0] === undefined) throw new Error("The fan has no claim.");
  return data[0];
}

/** Redeems a ticket for a new fan. Returns its code, as text and as the rows of its picture. */
async function createTicket() {
  const created = await createTicketReward();
  const { song, rewardId } = created;
  const fan = await createPerson(program.url);
  await addPoints(program, fan, { song: song.id, points: 7 });
  const token = await createToken(program.url, fan);
  await callApi(
    program.url,
    "POST",
    `song/${song.id}/reward/${rewardId}`,
    { answers: { 0: "Window", 1: "Ottilie" } },
    token,
  );
  const path = `my/claim/${(await readClaim(token)).id}/ticket`;
  const ticket = await callApi<{ code: string; rows: string[] }>(program.url, "GET", path, undefined, token);
  return { ...created, fan, token, code: ticket.code, rows: ticket.rows };
}

/** A camera that looks at a QR code with these rows. */
async function showToCamera(page: Page, rows: readonly string[]): Promise<void> {
  await page.evaluate((modules) => {
    const canvas = document.createElement("canvas");
    canvas.width = 640;
    canvas.height = 480;
    const context = canvas.getContext("2d");
    const draw = () => {
      if (context === null) return;
      context.fillStyle = "#fff";
      context.fillRect(0, 0, 640, 480);
      context.fillStyle = "#000";
      for (const [y, row] of modules.entries())
        for (const [x, dark] of [...row].entries())
          if (dark === "1") context.fillRect(120 + x * 10, 60 + y * 10, 10, 10);
    };
    draw();
    setInterval(draw, 100);
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10);
  }, rows);
}

describe("a ticket", () => {
  test("is redeemed with answers, shown as a code and saved as an image", async () => {
    const { song } = await createTicketReward();
    const fan = await createPerson(program.url);
    await addPoints(program, fan, { song: song.id, points: 7 });
    const { page, open, expectAccessible } = await visitAs(fan, {
      url: program.url,
      screen: phone,
      allowed: [/404/, /400/],
    });

    await open(`/wrap/${song.pretty_id}?tab=3`);
    await main(page)
      .getByRole("button", { name: /^Redeem/ })
      .click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByLabel("Name on the list (optional)").fill("Ottilie");
    await dialog.getByRole("button", { name: "Redeem" }).click();
    await dialog.getByText("Choose one of these.").waitFor();
    await expect(dialog.getByLabel("Seat")).toBeFocused();
    await expect(dialog.getByLabel("Name on the list (optional)")).toHaveValue("Ottilie");
    await expectAccessible();
    await dialog.getByLabel("Seat").selectOption("Window");
    await dialog.getByRole("button", { name: "Redeem" }).click();
    await main(page).getByText("Your claim has been made on this reward.").waitFor();
    await main(page).getByRole("link", { name: "Show ticket" }).click();
    await page.getByRole("img", { name: /^QR code of ticket/ }).waitFor();
    await main(page).getByText("Valid for one admission").waitFor();
    await expectAccessible();
    const saving = page.waitForEvent("download");
    await main(page).getByRole("button", { name: "Save as image" }).click();
    expect((await readFile(await (await saving).path())).subarray(1, 4).toString()).toBe("PNG");
  });

  test("has links for its entrances, and the form of them keeps what was typed", async () => {
    const { publisher } = await createTicket();
    const studio = await visitAs(publisher, { url: program.url, screen: phone, allowed: [/404/] });
    await studio.open("/my/claims");
    await main(studio.page).getByText("Window").waitFor();
    await main(studio.page)
      .getByRole("link", { name: /^Entrance/ })
      .click();
    await main(studio.page).getByText("0 of 1 ticket admitted").waitFor();
    await main(studio.page).getByRole("button", { name: "Create link" }).click();
    await main(studio.page).getByText("Enter a name.").waitFor();
    const [label, end] = [
      main(studio.page).getByLabel("Name of the entrance"),
      main(studio.page).getByLabel("Works until"),
    ];
    const evening = `${(await end.inputValue()).slice(0, 10)}T21:30`;
    await label.fill("North door");
    await end.fill(evening);
    await studio.page.reload();
    await main(studio.page)
      .getByText(/^Draft restored/)
      .waitFor();
    await expect(label).toHaveValue("North door");
    await expect(end).toHaveValue(evening);
    const links: string[] = [];
    for (const name of ["North door", "South door"]) {
      await label.fill(name);
      await main(studio.page).getByRole("button", { name: "Create link" }).click();
      await main(studio.page).getByText(`The link for “${name}”`).waitFor();
      links.push(await main(studio.page).locator(".door-link a").innerText());
    }
    await studio.expectAccessible();
    expect(new Set(links).size).toBe(2);
  });

  test("is admitted at one door and refused at another", { retry: 0 }, async () => {
    const { publisher, fan, token, song, rewardId, code, rows } = await createTicket();
    const links: string[] = [];
    for (const label of ["North door", "South door"]) {
      const data = { label, expires_at: new Date(Date.now() + 3_600_000).toISOString() };
      const path = `song/${song.id}/reward/${rewardId}/door`;
      links.push((await callApi<{ link: string }>(program.url, "POST", path, data, publisher.token)).link);
    }
    const doors = await Promise.all([
      startVisit(phone, [/404|ERR_INTERNET/], program.url),
      startVisit(phone, [/404|ERR_INTERNET/], program.url),
    ]);
    const [north, south] = doors;
    for (const [at, { open: openDoor }] of doors.entries()) await openDoor(new URL(links[at] ?? "").pathname);
    await main(north.page).getByText("The lighthouse concert").waitFor();
    await expect(north.page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    await north.expectAccessible();
    const check = async (page: Page, text: string) => {
      await page.getByLabel("Ticket code").fill(text);
      await page.getByRole("button", { name: "Check ticket" }).click();
    };
    await check(north.page, "ABC");
    await north.page.getByText("A ticket code has 26 letters and digits.").waitFor();

    // Without a network nobody is admitted.
    await north.page.context().setOffline(true);
    await north.page.getByText("No network. Nobody can be admitted").waitFor();
    await check(north.page, code);
    await north.page.getByText("Not verified").waitFor();
    await north.expectAccessible();
    await north.page.getByRole("button", { name: "Next ticket" }).click();
    await north.page.context().setOffline(false);
    expect((await readClaim(token)).state).toBe("REQUESTED");

    await check(north.page, code.toLowerCase());
    await north.page.getByText("Admitted", { exact: true }).waitFor();
    await expect(north.page.getByText("Ottilie")).toHaveCount(0);
    await north.expectAccessible();
    await expect(north.page.getByRole("button", { name: "Next ticket" })).toBeFocused();
    await north.page.keyboard.press("Enter");
    await north.page.getByLabel("Ticket code").waitFor();

    // The other phone scans the fan's screen.
    await showToCamera(south.page, rows);
    await south.page.getByRole("button", { name: "Start camera" }).click();
    await south.page.getByText(/^Already admitted at \d\d:\d\d$/).waitFor();
    await south.expectAccessible();

    const { page, open } = await visitAs(fan, { url: program.url, screen: phone });
    await open("/my/rewards");
    await main(page)
      .getByText(/^Admitted at \d\d:\d\d$/)
      .waitFor();
    await main(page).getByText("Fulfilled").waitFor();
    const studio = await visitAs(publisher, { url: program.url, screen: phone, allowed: [/404/] });
    await studio.open("/my/claims");
    await main(studio.page).getByRole("list").getByText("Fulfilled").waitFor();
    await expect(main(studio.page).getByText("Window")).toHaveCount(0);
    await main(studio.page)
      .getByRole("link", { name: /^Entrance/ })
      .click();
    await main(studio.page).getByText("1 of 1 ticket admitted").waitFor();
    await main(studio.page).getByRole("button", { name: "Revoke North door" }).click();
    await studio.page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await main(studio.page).getByText("Revoked “North door”.").waitFor();
    await check(north.page, code);
    await main(north.page).getByText("This link no longer works").waitFor();
  });
});

describe("the questions of a reward", () => {
  test("are written in the reward form and keep what was typed", async () => {
    const publisher = await createPublisher(program.url);
    const song = await createDraft(program.url, publisher, { name: "Salt Meridian" });
    const { page, open, expectAccessible } = await visitAs(publisher, {
      url: program.url,
      screen: phone,
      allowed: [/404/],
    });
    await open(`/my/wrap/${song.id}?tab=rewards`);
    const field = (label: string) =>
      page.getByRole("tabpanel", { name: "Rewards" }).getByLabel(label, { exact: true });
    await field("Type").selectOption("CUSTOM");
    await field("Name").fill("A postcard");
    await field("Points required").fill("5");
    await field("Description").fill("From the lighthouse");
    await main(page).getByRole("button", { name: "Add a question" }).click();
    await field("Question 1").fill("Which picture?");
    await field("Answer to question 1").selectOption("CHOICE");
    await field("Choices of question 1").fill("The lamp");
    await main(page).getByRole("button", { name: "Add a level" }).click();
    await main(page).getByText("Enter at least two different choices.").waitFor();
    await expectAccessible();
    await page.reload();
    await expect(field("Question 1")).toHaveValue("Which picture?");
    await field("Choices of question 1").fill("The lamp\nThe stairs");
    await main(page).getByRole("button", { name: "Add a level" }).click();
    await main(page).getByText("Which picture?").waitFor();
  });
});
