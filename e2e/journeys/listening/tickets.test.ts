import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { button, main, waitForText } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { allowCanvas, protectCanvas } from "../../harness/noisy-canvas.ts";
import { callApi, createPerson, createToken, type Person } from "../../harness/people.ts";
import { addPoints, addRewardLevel } from "../../harness/points.ts";
import { createDraft, createPublisher, type Draft, type Publisher } from "../../harness/publisher.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { startVisit } from "../../harness/visit.ts";

const program = openSharedProgram();
let publisher: Publisher;
let song: Draft;

beforeAll(async () => {
  publisher = await createPublisher(program.url);
  song = await createDraft(program.url, publisher, { name: "Salt Meridian" });
  await sql`update song set status = 'ACTIVE' where id = ${song.id}`.execute(program.db);
});

/** Creates a ticket reward with a name that no other has, and a fan who has the points for it. */
async function offerTicket(): Promise<{ rewardId: number; name: string; fan: Person & { token: string } }> {
  const name = `The lighthouse concert ${Date.now()}`;
  const rewardId = await addRewardLevel(program, publisher, song.id, {
    name,
    reward_type: "TICKET",
    details: "Doors open at seven.",
    stock: 20,
    questions: [
      { label: "Seat", kind: "CHOICE", choices: ["Window", "Aisle"] },
      { label: "Name on the list", is_required: false },
    ],
  });
  const person = await createPerson(program.url);
  await addPoints(program, person, { song: song.id, points: 7 });
  return { rewardId, name, fan: { ...person, token: await createToken(program.url, person) } };
}

/** Returns the latest claim of a fan. */
async function readClaim(token: string): Promise<{ id: number; state: string }> {
  type Claims = { data: { id: number; state: string }[] };
  const { data } = await callApi<Claims>(program.url, "GET", "my/claims", undefined, token);
  if (data[0] === undefined) throw new Error("The fan has no claim.");
  return data[0];
}

/** Redeems a ticket. Returns its code, as text and as the rows of its picture. */
async function redeemTicket(rewardId: number, token: string): Promise<{ code: string; rows: string[] }> {
  const answers = { 0: "Window", 1: "Ottilie" };
  await callApi(program.url, "POST", `song/${song.id}/reward/${rewardId}`, { answers }, token);
  return callApi(program.url, "GET", `my/claim/${(await readClaim(token)).id}/ticket`, undefined, token);
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

async function saveTicket(page: Page): Promise<Buffer> {
  const saving = page.waitForEvent("download");
  await button(page, "Save as image").click();
  return readFile(await (await saving).path());
}

test("a ticket is redeemed with answers, shown as a code and saved as an image, also if canvases return noise", async () => {
  const { fan, name } = await offerTicket();
  const { page, open, expectAccessible } = await visitAs(fan, {
    url: program.url,
    screen: phone,
    allowed: [/404/, /400/],
  });
  await open(`/wrap/${song.pretty_id}?tab=3`);
  await button(page, `Redeem ${name}`).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Name on the list (optional)").fill("Ottilie");
  await dialog.getByRole("button", { name: "Redeem" }).click();
  await dialog.getByText("Choose one of these.").waitFor();
  await expect(dialog.getByLabel("Seat")).toBeFocused();
  await expect(dialog.getByLabel("Name on the list (optional)")).toHaveValue("Ottilie");
  await expectAccessible();
  await dialog.getByLabel("Seat").selectOption("Window");
  await dialog.getByRole("button", { name: "Redeem" }).click();
  await waitForText(page, "Your claim has been made on this reward.");
  await main(page).getByRole("link", { name: "Show ticket" }).click();
  await page.getByRole("img", { name: /^QR code of ticket/ }).waitFor();
  await waitForText(page, "Valid for one admission");
  expect((await saveTicket(page)).subarray(1, 4).toString()).toBe("PNG");
  await protectCanvas(page);
  await page.reload();
  const drawing = (await saveTicket(page)).toString();
  expect(drawing).toMatch(/^<svg xmlns=/);
  expect(drawing).toContain(`>${name}</text>`);
});

test("a ticket is admitted at a door whose link its publisher created, and refused at another", {
  retry: 0,
}, async () => {
  const { fan, name, rewardId } = await offerTicket();
  const { code, rows } = await redeemTicket(rewardId, fan.token);
  const studio = await visitAs(publisher, { url: program.url, screen: phone, allowed: [/404/] });
  await studio.open("/my/claims");
  await main(studio.page)
    .getByRole("link", { name: new RegExp(`^Entrance.* ${name}$`) })
    .click();
  await waitForText(studio.page, "0 of 1 ticket admitted");
  await button(studio.page, "Create link").click();
  await waitForText(studio.page, "Enter a name.");
  const label = main(studio.page).getByLabel("Name of the entrance");
  await label.fill("North door");
  await studio.page.reload();
  await waitForText(studio.page, /^Draft restored/);
  await expect(label).toHaveValue("North door");
  await button(studio.page, "Create link").click();
  await waitForText(studio.page, "The link for “North door”");
  const northLink = await main(studio.page).locator(".door-link a").innerText();
  await studio.expectAccessible();
  const southDoor = { label: "South door", expires_at: new Date(Date.now() + 3_600_000).toISOString() };
  const path = `song/${song.id}/reward/${rewardId}/door`;
  const { link: southLink } = await callApi<{ link: string }>(
    program.url,
    "POST",
    path,
    southDoor,
    publisher.token,
  );

  const north = await startVisit(phone, [/404|ERR_INTERNET/], program.url);
  await north.open(new URL(northLink).pathname);
  await waitForText(north.page, name);
  await expect(north.page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  const check = async (text: string) => {
    await north.page.getByLabel("Ticket code").fill(text);
    await button(north.page, "Check ticket").click();
  };
  await check("ABC");
  await waitForText(north.page, "A ticket code has 26 letters and digits.");
  // Without a network nobody is admitted.
  await north.page.context().setOffline(true);
  await waitForText(north.page, "No network. Nobody can be admitted");
  await check(code);
  await waitForText(north.page, "Not verified");
  await north.expectAccessible();
  await button(north.page, "Next ticket").click();
  await north.page.context().setOffline(false);
  expect((await readClaim(fan.token)).state).toBe("REQUESTED");
  await check(code.toLowerCase());
  await main(north.page).getByText("Admitted", { exact: true }).waitFor();
  await expect(north.page.getByText("Ottilie")).toHaveCount(0);
  await north.expectAccessible();
  await expect(button(north.page, "Next ticket")).toBeFocused();
  await north.page.keyboard.press("Enter");
  await north.page.getByLabel("Ticket code").waitFor();
  expect((await readClaim(fan.token)).state).toBe("FULFILLED");

  // The other phone scans the fan's screen.
  const south = await startVisit(phone, [/404/], program.url);
  await protectCanvas(south.page);
  await south.open(new URL(southLink).pathname);
  await waitForText(south.page, name);
  await showToCamera(south.page, rows);
  await button(south.page, "Start camera").click();
  await waitForText(south.page, /^This browser protects its canvas/);
  await allowCanvas(south.page);
  await button(south.page, "Try again").click();
  await waitForText(south.page, /^Already admitted at \d\d:\d\d$/);

  await studio.page.reload();
  await waitForText(studio.page, "1 of 1 ticket admitted");
  await button(studio.page, "Revoke North door").click();
  await studio.page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await waitForText(studio.page, "Revoked “North door”.");
  await check(code);
  await waitForText(north.page, "This link no longer works");
});

test("the questions of a reward are written in its form and keep what was typed", async () => {
  const { id } = await createDraft(program.url, publisher, { name: "Salt Meridian" });
  const { page, open } = await visitAs(publisher, {
    url: program.url,
    screen: phone,
    allowed: [/404/],
  });
  await open(`/my/wrap/${id}?tab=rewards`);
  const field = (label: string) =>
    page.getByRole("tabpanel", { name: "Rewards" }).getByLabel(label, { exact: true });
  await field("Type").selectOption("CUSTOM");
  await field("Name").fill("A postcard");
  await field("Points required").fill("5");
  await field("Description").fill("From the lighthouse");
  await button(page, "Add a question").click();
  await field("Question 1").fill("Which picture?");
  await field("Answer to question 1").selectOption("CHOICE");
  await field("Choices of question 1").fill("The lamp");
  await button(page, "Add a level").click();
  await waitForText(page, "Enter at least two different choices.");
  await page.reload();
  await expect(field("Question 1")).toHaveValue("Which picture?");
  await field("Choices of question 1").fill("The lamp\nThe stairs");
  await button(page, "Add a level").click();
  await waitForText(page, "Which picture?");
});
