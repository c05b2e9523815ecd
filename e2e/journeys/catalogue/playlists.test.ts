import type { Page } from "playwright-core";
import { inject, test } from "vitest";
import { desktop, phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { dialog, main } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { callApi, createPerson, createToken } from "../../harness/people.ts";
import { measureOverflow, startVisit } from "../../harness/visit.ts";

const button = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });
const songNames = (page: Page) => main(page).locator(".album-track .album-name > a.b").allTextContents();

/** Focuses a button and presses it by the keyboard. */
async function press(page: Page, name: string): Promise<void> {
  await button(page, name).focus();
  await page.keyboard.press("Enter");
}

test("a fan collects wraps, orders them by keyboard on a phone, and shows them to strangers", async () => {
  const url = inject("siteUrl");
  const person = await createPerson(url);
  const { page, open, follow, expectAccessible } = await startVisit(phone);

  // The action that was chosen before the login happens after it.
  await open("/wrap/salt-meridian");
  const readPosition = () => page.evaluate(() => window.navigation.currentEntry?.index);
  const position = await readPosition();
  await button(page, "Like Salt Meridian").click();
  await page.getByText("Log in or sign up to like a wrap. You’ll continue right there.").waitFor();
  await page.getByLabel("Username", { exact: true }).fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await page.waitForURL(/\/wrap\/salt-meridian$/);
  await expect(button(page, "Like Salt Meridian")).toHaveAttribute("aria-pressed", "true");
  // The wrap is not in the history twice.
  expect(await readPosition()).toBe(position);

  await press(page, "Add to playlist: Salt Meridian");
  await dialog(page).getByText("No playlists yet. Name the first.").waitFor();
  await dialog(page).getByRole("button", { name: "Create and add" }).click();
  await expect(dialog(page).getByLabel("New playlist")).toHaveAttribute("aria-invalid", "true");
  await dialog(page).getByLabel("New playlist").fill("Crossings");
  await expectAccessible();
  await page.keyboard.press("Enter");
  await dialog(page).getByText("Added to “Crossings”.").waitFor();
  await page.keyboard.press("Escape");
  await expect(button(page, "Add to playlist: Salt Meridian")).toBeFocused();
  await follow("/wrap/quiet-machinery");
  await main(page)
    .getByRole("button", { name: /^Add to playlist/ })
    .click();
  await dialog(page)
    .getByRole("button", { name: /^Crossings/ })
    .click();
  await dialog(page).getByText("Added to “Crossings”.").waitFor();
  await expect(dialog(page).getByRole("button", { name: /^Crossings/ })).toContainText("Already there");

  await follow("/my/library?tab=likes");
  await main(page).getByRole("link", { name: "Salt Meridian" }).waitFor();
  await page.getByRole("tab", { name: "Likes" }).focus();
  await page.keyboard.press("ArrowLeft");
  await main(page).getByRole("link", { name: "Crossings" }).click();
  await page.waitForURL(/\/playlist\/[\w-]{16}$/);
  const path = new URL(page.url()).pathname;
  const sent = page.waitForResponse((response) => response.request().method() === "PATCH");
  await press(page, "Move Quiet Machinery up");
  await main(page).getByText("Quiet Machinery moved to position 1 of 2.").waitFor();
  expect((await sent).status()).toBe(200);
  const order = ["Quiet Machinery", "Salt Meridian"];
  await expect.poll(() => songNames(page)).toEqual(order);
  expect(await measureOverflow(page)).toBe(0);
  expect(await (await fetch(`${url}${path}`)).text()).toContain('<meta name="robots" content="noindex"');

  await press(page, "Edit");
  await main(page).getByLabel("Name", { exact: true }).fill("Tide & <Salt>");
  await main(page).getByLabel("Description (optional)").fill("Ends at dawn.");
  await main(page).getByRole("radio", { name: "Public" }).check();
  await press(page, "Save");
  await main(page).getByText("Playlist saved.").waitFor();
  await main(page).getByRole("heading", { level: 1, name: "Tide & <Salt>" }).waitFor();

  // A stranger finds it in the order that was sent.
  const stranger = await startVisit(desktop);
  await stranger.open(path);
  await stranger.page.getByRole("heading", { level: 1, name: "Tide & <Salt>" }).waitFor();
  expect(await songNames(stranger.page)).toEqual(order);
  await main(stranger.page).getByText(`by ${person.name}`).waitFor();
  await expect(stranger.page.locator('meta[name="robots"]')).toHaveCount(0);
  await expect(button(stranger.page, "Edit")).toHaveCount(0);
  await expect(stranger.page.locator(`a[href="${path}.xspf"]`)).toHaveCount(1);

  await press(page, "Remove Salt Meridian");
  await main(page).getByText("Salt Meridian removed.").waitFor();
  await expect(button(page, "Remove Quiet Machinery")).toBeFocused();
  await press(page, "Edit");
  await button(page, "Delete playlist").click();
  await dialog(page).getByText("The list with 1 song is deleted. The song stays on the site.").waitFor();
  await dialog(page).getByRole("button", { name: "Delete playlist" }).click();
  await main(page).getByText("“Tide & <Salt>” has been deleted.").waitFor();
  await main(page).getByText("No playlists yet").waitFor();
  // Songs to begin with; the field and its button share a line; the row of lists shows the selected one.
  await main(page)
    .getByRole("button", { name: /^Like / })
    .first()
    .waitFor();
  const lineOf = (selector: string) =>
    page.locator(`.new-playlist-row ${selector}`).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return [top, bottom];
    });
  expect(await lineOf(".in")).toEqual(await lineOf(".btn"));
  const art = main(page).getByRole("tab", { name: "Art", exact: true });
  await art.click();
  await expect(art).toBeInViewport({ ratio: 1 });
});

test("a playlist is ordered by dragging, and the plan's limit invites to Premium without losing the name", async () => {
  const url = inject("siteUrl");
  const person = await createPerson(url);
  const token = await createToken(url, person);
  const { data } = await callApi<{ data: { id: number; name: string }[] }>(url, "GET", "songs?limit=3");
  const body = { name: "Dragged", songs: data.map(({ id }) => id) };
  const create = (named: object) =>
    callApi<{ playlist: { id: string } }>(url, "POST", "my/playlist", named, token);
  const { id } = (await create(body)).playlist;
  for (let n = 1; n < 50; n += 1) await create({ name: `No. ${n}` });
  const { page, open, follow } = await visitAs({ ...person, token }, { url, allowed: [/403/] });
  await open(`/playlist/${id}`);
  const grips = main(page).locator(".grip");
  await expect(grips).toHaveCount(3);
  await grips.nth(0).evaluate((grip) => grip.scrollIntoView({ block: "center" }));
  const [from, to] = [await grips.nth(2).boundingBox(), await grips.nth(0).boundingBox()];
  if (from === null || to === null) throw new Error("a grip is not visible");
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
  await page.mouse.up();
  const [first, second, third] = data.map(({ name }) => name);
  await expect.poll(() => songNames(page)).toEqual([third, first, second]);
  await main(page).getByText(`${third} moved to position 1 of 3.`).waitFor();

  await follow("/my/library");
  await main(page).getByLabel("New playlist").fill("One too many");
  await button(page, "Create playlist").click();
  await main(page).getByText("Your plan includes 50 playlists.").waitFor();
  await expect(main(page).getByLabel("New playlist")).toHaveValue("One too many");
  await main(page).getByRole("link", { name: "See Premium" }).click();
  await page.waitForURL(/\/my\/subscription$/);
});
