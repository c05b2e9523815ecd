import type { Page } from "playwright-core";
import { beforeAll, describe, test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { phone, type Screen } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { choosePaddedFiles } from "../../harness/file-transfer.ts";
import { pauseTimers } from "../../harness/interception.ts";
import { tabThroughPage } from "../../harness/keyboard.ts";
import { drawLayer } from "../../harness/layer-images.ts";
import { button, dialog, main, readTree } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { protectCanvas } from "../../harness/noisy-canvas.ts";
import { callApi } from "../../harness/people.ts";
import {
  buildPng,
  createDraft,
  createPublisher,
  type Draft,
  type Publisher,
} from "../../harness/publisher.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import type { Visit } from "../../harness/visit.ts";
import { measureOverflow } from "../../harness/visit.ts";

const program = openSharedProgram();
let publisher: Publisher;
let song: Draft;

beforeAll(async () => {
  publisher = await createPublisher(program.url);
  song = await createDraft(program.url, publisher);
});

type SavedComponent = {
  id: number;
  name: string;
  slot_number: number;
  layer_level: number;
  rarity: number;
  anchor_point: string;
  width: number;
  offsetX: number;
  offsetY: number;
  image: { width: number; height: number; ambient: string } | null;
};
type ComponentFields = Partial<Omit<SavedComponent, "id" | "image">>;

async function sendForm<Body>(method: string, path: string, data: object, image?: Buffer): Promise<Body> {
  const form = new FormData();
  form.append("data", JSON.stringify(data));
  if (image !== undefined)
    form.append("image", new Blob([new Uint8Array(image)], { type: "image/png" }), "a.png");
  const headers = { authorization: `Bearer ${publisher.token}` };
  const response = await fetch(`${program.url}/api/v1/drop/${path}`, { method, headers, body: form });
  const answer = (await response.json()) as { success: boolean; body: Body };
  if (!answer.success) throw new Error(`${method} ${path} was answered ${JSON.stringify(answer)}`);
  return answer.body;
}

/** Creates a draft experience and returns its id. */
async function createExperience(type = "GENERATIVE"): Promise<number> {
  const fields = { name: "Tide Tables", type, max_nfts: 4 };
  return (await sendForm<{ id: number }>("POST", `${song.id}`, fields)).id;
}

/** Adds a component of 300 by 150 to an experience. */
function addComponent(id: number, fields: ComponentFields): Promise<SavedComponent> {
  const usual = { slot_number: 1, layer_level: 1, rarity: 20, anchor_point: "TOP_LEFT", width: 300 };
  return sendForm("POST", `${id}/component`, { ...usual, ...fields }, buildPng(400, 200));
}

/** Adds three components side by side, in slots of their own. */
async function addThree(id: number): Promise<[SavedComponent, SavedComponent, SavedComponent]> {
  const add = (name: string, slot: number) =>
    addComponent(id, {
      name,
      slot_number: slot,
      layer_level: slot,
      offsetX: 300 * (slot - 1),
      offsetY: 200,
    });
  return [await add("Sea", 1), await add("Sun", 2), await add("Sail", 3)];
}

const patchComponent = (id: number, component: number, fields: ComponentFields) =>
  sendForm("PATCH", `${id}/component/${component}`, fields);

const fetchComponents = async (id: number): Promise<SavedComponent[]> =>
  (
    await callApi<{ components: SavedComponent[] }>(
      program.url,
      "GET",
      `my/dapp/${id}`,
      undefined,
      publisher.token,
    )
  ).components;

const fetchNames = async (id: number) => (await fetchComponents(id)).map(({ name }) => name);

/** Activates an experience as another browser would, without a chain. */
async function activateElsewhere(id: number): Promise<void> {
  await sql`
    update campaign set state = 'ACTIVE', is_active = true, activated_at = now(),
      contract_address = '0x00000000000000000000000000000000000000ab', contract_network = network
    where id = ${id}`.execute(program.db);
}

/** `isProtected`: canvases return noise. */
type VisitOptions = { screen?: Screen; allowed?: readonly RegExp[]; isProtected?: boolean };

async function openStudio(
  id: number,
  { isProtected = false, ...options }: VisitOptions = {},
): Promise<Visit> {
  const visited = await visitAs(publisher, { url: program.url, ...options });
  const { page } = visited;
  if (isProtected) await protectCanvas(page);
  await visited.open(`/my/experiences/${id}/components`);
  await page.getByRole("heading", { name: "Slots" }).waitFor();
  // Fallback fonts would shift the measured and dragged elements.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return visited;
}

const field = (page: Page, name: string) => main(page).locator(`.insp [name=${name}]`);
const layer = (page: Page, name: string) =>
  main(page)
    .getByRole("application")
    .getByRole("button", { name: new RegExp(`^${name}`) });
/** An entry of the list of layers, lowest first. */
const orderOption = (page: Page, name: string) =>
  main(page)
    .locator(".order")
    .getByRole("option", { name: new RegExp(`^${name}`) });
const heading = (page: Page, name: string) => main(page).getByRole("heading", { name }).waitFor();
const waitForText = (page: Page, text: string) =>
  main(page).getByText(text, { exact: true }).first().waitFor();
const waitForTextLike = (page: Page, text: RegExp) => main(page).getByText(text).first().waitFor();
const answerDialog = (page: Page, name: string) => dialog(page).getByRole("button", { name }).click();
const leave = (page: Page) => main(page).getByRole("link", { name: "Back to the experience" }).click();
const waitUntilLeft = (page: Page, id: number) => page.waitForURL(new RegExp(`/my/experiences/${id}$`));
const saveButton = (page: Page) => main(page).getByRole("button", { name: "Save", exact: true });
const saveComponents = async (page: Page) => {
  await saveButton(page).click();
  await waitForText(page, "All changes saved.");
};
const pressKeys = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Converts a point of the canvas to viewport pixels. */
async function toScreenPoint(page: Page, x: number, y: number): Promise<[number, number]> {
  const box = await main(page).locator(".canvas").boundingBox();
  if (box === null) throw new Error("There is no canvas.");
  return [box.x + (x / 900) * box.width, box.y + (y / 900) * box.width];
}

async function dragPointer(
  page: Page,
  from: [number, number],
  to: [number, number],
  modifier?: "Alt",
): Promise<void> {
  await page.mouse.move(...(await toScreenPoint(page, ...from)));
  await page.mouse.down();
  if (modifier !== undefined) await page.keyboard.down(modifier);
  await page.mouse.move(...(await toScreenPoint(page, ...to)), { steps: 6 });
  if (modifier !== undefined) await page.keyboard.up(modifier);
  await page.mouse.up();
}

/** Drags with a finger through the DevTools protocol; over a scrollable area this would scroll. */
async function dragFinger(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: [number, number][]) =>
    browser.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  const [x, y] = await toScreenPoint(page, ...from);
  const [endX, endY] = await toScreenPoint(page, ...to);
  await touch("touchStart", [[x, y]]);
  for (let step = 1; step <= 6; step += 1)
    await touch("touchMove", [[x + ((endX - x) * step) / 6, y + ((endY - y) * step) / 6]]);
  await touch("touchEnd", []);
  await browser.detach();
}

const readOffsets = async (page: Page) => [
  Number(await field(page, "offsetX").inputValue()),
  Number(await field(page, "offsetY").inputValue()),
];
const readWidth = async (page: Page) => Number(await field(page, "width").inputValue());

/** Keys of the drafts that the browser stores. */
const readStoredDrafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("wrapsody-draft-")));

const pngNamed = (name: string, buffer = buildPng(300, 200)) => ({ name, mimeType: "image/png", buffer });

describe("the components of an experience", () => {
  test("are created from files, named after them, and deleted and restored", async () => {
    const id = await createExperience();
    // The site never sends what it reads from a canvas.
    const { page, follow } = await openStudio(id, { isProtected: true });
    await waitForText(page, "No components yet");
    await choosePaddedFiles(main(page).getByLabel("Add images to slot 1"), [
      // Browsers ignore what follows the end of a PNG.
      { ...pngNamed("01_two-sails@2x.png", buildPng(500, 500)), sizeBytes: 3_000_000 },
      pngNamed("slot 7 moon.png"),
      pngNamed("freighter.png"),
      { ...pngNamed("broken.png", buildPng(9, 9).subarray(0, 20)), sizeBytes: 2_500_000 },
      { name: "notes.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") },
    ]);
    await waitForTextLike(
      page,
      /^3 components added\.\s+01_two-sails@2x\.png: shrunk from 3 MB to \d+ KB\.$/,
    );
    await waitForText(page, "notes.pdf Use a PNG or JPEG up to 2 MB.");
    await waitForTextLike(page, /^broken\.png We couldn’t read this image\./);
    const created = await fetchComponents(id);
    expect(created.map(({ name, slot_number, width }) => [name, slot_number, width])).toEqual([
      ["Two sails", 1, 500],
      ["Freighter", 1, 300],
      ["Moon", 7, 300],
    ]);
    expect(created[0]?.image).toMatchObject({ width: 500, height: 500, ambient: created[1]?.image?.ambient });

    await waitForText(page, "50% chance");
    // The toast stays for ten seconds.
    const resumeTimers = await pauseTimers(page, 10_000);
    await button(page, "Delete component").click();
    await waitForText(page, "1 component deleted.");
    // A component that is alone in its slot is in every artwork, whatever its rarity.
    await expect(field(page, "rarity")).toHaveCount(0);
    await expect.poll(() => fetchNames(id)).toEqual(["Two sails", "Moon"]);
    await main(page).locator(".passing").getByRole("button", { name: "Undo" }).click();
    await waitForText(page, "1 component restored.");
    await resumeTimers();
    await expect(field(page, "name")).toHaveValue("Freighter");
    expect(await fetchComponents(id)).toEqual(created);

    // The canvas shows one component of each slot.
    await expect(main(page).locator(".layer")).toHaveCount(2);
    await main(page)
      .locator(".slots")
      .getByRole("option", { name: /^Two sails/ })
      .click();
    await layer(page, "Two sails").waitFor();
    await expect(main(page).locator(".layer")).toHaveCount(2);
    await field(page, "rarity").fill("80");
    await waitForText(page, "18% chance");
    await waitForText(page, "Rare");
    await saveComponents(page);

    // Of a shuffled artwork they are tiles, and the number of missing ones is shown.
    const shuffled = await createExperience("RANDOM");
    await follow(`/my/experiences/${shuffled}/components`);
    await waitForText(page, "No components yet");
    const tiles = [pngNamed("tile a.png"), pngNamed("tile b.png")];
    await main(page).getByLabel("Add images to slot 1").setInputFiles(tiles);
    await waitForText(page, "An artwork needs exactly nine tiles; there are 2.");
    expect((await fetchComponents(shuffled)).map(({ slot_number }) => slot_number)).toEqual([1, 2]);
    await expect(main(page).locator(".layer")).toHaveCount(2);
  });

  test("are dragged, resized and anchored on the canvas, undone, redone, saved and duplicated", async () => {
    const id = await createExperience();
    await addComponent(id, { name: "Lighthouse", offsetX: 100, offsetY: 100, rarity: 60 });
    const { page } = await openStudio(id);
    const before = await layer(page, "Lighthouse").boundingBox();
    await main(page).getByRole("radio", { name: "Bottom right" }).check();
    // 900 less the offset, less the component's 300 by 150.
    await expect.poll(() => readOffsets(page)).toEqual([500, 650]);
    expect(await layer(page, "Lighthouse").boundingBox()).toEqual(before);
    await button(page, "Undo").click();
    await expect.poll(() => readOffsets(page)).toEqual([100, 100]);

    await dragPointer(page, [200, 150], [383, 350], "Alt");
    await expect.poll(async () => (await readOffsets(page))[0]).toBeGreaterThan(270);
    const free = await readOffsets(page);
    await dragPointer(page, [400, 350], [400 + 300 - (free[0] ?? 0) + 3, 350]);
    // Its centre snaps to that of the canvas: 450 less half of 300.
    await expect.poll(async () => (await readOffsets(page))[0]).toBe(300);
    await button(page, "Undo").click();
    await expect.poll(() => readOffsets(page)).toEqual(free);
    await page.keyboard.press("Control+z");
    await expect.poll(() => readOffsets(page)).toEqual([100, 100]);
    await page.keyboard.press("Control+Shift+z");
    await button(page, "Redo").click();
    await expect.poll(async () => (await readOffsets(page))[0]).toBe(300);

    const [left = 0, top = 0] = await readOffsets(page);
    await dragPointer(page, [left + 300, top + 150], [left + 400, top + 200], "Alt");
    await expect.poll(() => readWidth(page)).toBeGreaterThan(390);
    await waitForText(page, "1 unsaved component");
    await saveComponents(page);
    const [offsetX, offsetY] = await readOffsets(page);
    const [lighthouse] = await fetchComponents(id);
    expect(lighthouse).toMatchObject({ width: await readWidth(page), offsetX, offsetY });

    await button(page, "Duplicate component").click();
    await expect(field(page, "name")).toHaveValue("Lighthouse 2");
    expect(await fetchComponents(id)).toHaveLength(1);
    await saveComponents(page);
    const [, copy] = await fetchComponents(id);
    expect(copy).toEqual({ ...lighthouse, id: copy?.id, name: "Lighthouse 2" });
  });

  test("are framed, moved, deleted and restored together by mouse, and shown again if a deletion fails", async () => {
    const id = await createExperience();
    const [sea, sun, sail] = await addThree(id);
    const { page, expectAccessible } = await openStudio(id, { allowed: [/ERR_INTERNET_DISCONNECTED/] });
    await dragPointer(page, [120, 600], [450, 300]);
    await heading(page, "2 components selected");
    await expectAccessible();
    // The group stops at the left and lower edge. Its layers keep their distance.
    await dragPointer(page, [150, 250], [100, 890], "Alt");
    await saveButton(page).click();
    await waitForText(page, "All changes saved.");
    const moved = [{ ...sea, offsetY: 750 }, { ...sun, offsetY: 750 }, sail];
    expect(await fetchComponents(id)).toEqual(moved);
    await button(page, "Undo").click();
    await waitForText(page, "2 unsaved components");
    await button(page, "Redo").click();
    await waitForText(page, "All changes saved.");

    await orderOption(page, "Sea").click();
    await orderOption(page, "Sail").click({ modifiers: ["Control"] });
    await button(page, "Delete 2 components").click();
    await waitForText(page, "2 components deleted.");
    await expect.poll(() => fetchComponents(id)).toEqual(moved.slice(1, 2));
    await page.keyboard.press("Control+z");
    await heading(page, "2 components selected");
    await expect.poll(() => fetchComponents(id)).toEqual(moved);

    // The toast stays for four seconds.
    const resumeTimers = await pauseTimers(page, 4_000);
    await page.context().setOffline(true);
    await button(page, "Delete 2 components").click();
    await waitForText(page, "2 components couldn’t be deleted. Check your connection and try again.");
    await expect(main(page).locator(".layer")).toHaveCount(3);
    await resumeTimers();
    await page.context().setOffline(false);
    expect(await fetchComponents(id)).toEqual(moved);
  });

  test("are selected through what is transparent above them, also if canvases return noise", async () => {
    const id = await createExperience();
    await addComponent(id, { name: "Sea", width: 900, offsetY: 450 });
    const haze = {
      name: "Haze",
      slot_number: 2,
      layer_level: 2,
      rarity: 20,
      anchor_point: "TOP_LEFT",
      width: 900,
    };
    await sendForm(
      "POST",
      `${id}/component`,
      haze,
      drawLayer([200, 80, 60], (_, y) => y < 450),
    );
    const { page } = await openStudio(id, { isProtected: true });
    const readPictures = (images: HTMLImageElement[]) =>
      images.filter((image) => image.naturalWidth > 0).length;
    await expect.poll(() => main(page).locator(".layer img").evaluateAll(readPictures)).toBe(2);
    const select = async (point: [number, number]) => {
      await page.mouse.click(...(await toScreenPoint(page, ...point)));
      return field(page, "name");
    };
    await expect(await select([100, 300])).toHaveValue("Haze");
    await page.keyboard.press("Escape");
    await expect(await select([100, 800])).toHaveValue("Sea");
  });

  test("are moved, resized, reordered, deleted and restored by keyboard, with announcements", async () => {
    const id = await createExperience();
    const [sea, sun, sail] = await addThree(id);
    const { page } = await openStudio(id);
    const readOrder = async () =>
      (await orderOption(page, "").allInnerTexts()).map((text) => text.split(",")[0]?.trim());
    await layer(page, "Sea").focus();
    await pressKeys(page, "ArrowRight", "Shift+ArrowDown", "Shift+ArrowDown", "ArrowUp");
    await pressKeys(page, "Shift++", "-", "PageUp");
    await waitForText(page, "1 from left, 219 from top, width 309, layer 3, 2 of 3 from the back");
    await expect(layer(page, "Sea")).toBeFocused();
    await orderOption(page, "Sea").focus();
    await page.keyboard.press("PageUp");
    await waitForText(page, "1 from left, 219 from top, width 309, layer 4, 3 of 3 from the back");
    await expect(orderOption(page, "Sea")).toBeFocused();
    expect(await readOrder()).toEqual(["Sun", "Sail", "Sea"]);
    await button(page, "Send backward").press("Enter");
    await expect.poll(readOrder).toEqual(["Sun", "Sea", "Sail"]);

    await page.keyboard.press("Control+s");
    await waitForText(page, "All changes saved.");
    const nudged = { ...sea, offsetX: 1, offsetY: 219, width: 309, layer_level: 3 };
    expect(await fetchComponents(id)).toEqual([nudged, sun, sail]);

    await page.evaluate(() => window.scrollTo(0, 0));
    await layer(page, "Sea").focus();
    const stops = await tabThroughPage(page);
    expect(stops.filter(({ area, ring, seen }) => area === "main" && !(ring && seen))).toEqual([]);
    await orderOption(page, "Sea").focus();
    await pressKeys(page, "End", "Shift+ArrowLeft", "Shift+ArrowLeft");
    await heading(page, "3 components selected");
    await field(page, "rarity").fill("64");
    await layer(page, "Sea").focus();
    // The third layer is at the right edge, so that none moves to the right.
    await pressKeys(page, "Shift+ArrowDown", "ArrowRight", "PageUp");
    await waitForTextLike(page, /^3 selected\. /);
    await field(page, "rarity").press("Enter");
    await waitForText(page, "All changes saved.");
    const changed = [nudged, sun, sail].map((component) => ({
      ...component,
      rarity: 64,
      offsetY: component.offsetY + 10,
      layer_level: component.layer_level + 1,
    }));
    expect(await fetchComponents(id)).toEqual(changed);

    await orderOption(page, "Sea").focus();
    await pressKeys(page, "Control+a", "Delete");
    await expect.poll(() => fetchComponents(id)).toEqual([]);
    await heading(page, "No components yet");
    await page.keyboard.press("Control+z");
    await heading(page, "3 components selected");
    await expect.poll(() => fetchComponents(id)).toEqual(changed);
    await page.keyboard.press("Escape");
    await heading(page, "Nothing selected");
  });

  test("are selected, dragged and resized with a finger on a phone, where the canvas stays in view", async () => {
    const id = await createExperience();
    await addComponent(id, { name: "Lighthouse", offsetX: 60, offsetY: 60 });
    await addComponent(id, { name: "Sea", slot_number: 2, layer_level: 2, offsetX: 500, offsetY: 600 });
    for (const slot of [3, 4, 5, 6, 7, 8, 9])
      await sendForm("POST", `${id}/component`, {
        name: `Photo ${slot}`,
        component_type: "PRESELECTED",
        slot_number: slot,
        layer_level: slot,
        rarity: 20,
        anchor_point: "TOP_RIGHT",
        width: 160,
      });
    const { page } = await openStudio(id, { screen: phone });
    const list = main(page).getByRole("listbox", { name: "Layers" });
    const isInSight = async (name: string) => {
      const [around, own] = await Promise.all([
        list.boundingBox(),
        list.getByRole("option", { name, selected: true }).boundingBox(),
      ]);
      return (
        around !== null && own !== null && own.x >= around.x && own.x + own.width <= around.x + around.width
      );
    };
    await expect.poll(() => isInSight("Photo 9")).toBe(true);
    await dragFinger(page, [650, 675], [450, 475]);
    await expect(field(page, "name")).toHaveValue("Sea");
    await expect.poll(async () => (await readOffsets(page))[1]).toBeLessThan(450);
    await dragFinger(page, [200, 120], [330, 270]);
    await expect(field(page, "name")).toHaveValue("Lighthouse");
    await expect.poll(async () => (await readOffsets(page))[1]).toBeGreaterThan(150);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    const [left = 0, top = 0] = await readOffsets(page);
    await dragFinger(page, [left + 300, top + 150], [left + 400, top + 200]);
    await expect.poll(() => readWidth(page)).toBeGreaterThan(380);
    await saveComponents(page);
    expect((await fetchComponents(id))[0]?.width).toBe(await readWidth(page));

    await field(page, "slot_number").scrollIntoViewIfNeeded();
    const canvas = await main(page).locator(".canvas").boundingBox();
    const slot = await field(page, "slot_number").boundingBox();
    expect(canvas?.y).toBeGreaterThanOrEqual(0);
    expect(slot?.y).toBeGreaterThan((canvas?.y ?? 0) + (canvas?.height ?? 0));

    await list.getByRole("option", { name: "Photo 9" }).focus();
    await pressKeys(page, ...Array.from({ length: 8 }, () => "PageDown"));
    await expect.poll(() => isInSight("Photo 9")).toBe(true);
    await main(page).getByLabel("Select several").check();
    await orderOption(page, "Sea").click();
    await heading(page, "2 components selected");
    await page.setViewportSize({ width: 320, height: 640 });
    await expect.poll(() => measureOverflow(page)).toBe(0);
  });
});

/** Drops images on a slot. */
async function dropImages(page: Page, slot: number, names: readonly string[]): Promise<void> {
  const base64 = buildPng(300, 300).toString("base64");
  await page.evaluate(
    ({ slot, names, bytes }) => {
      const dataTransfer = new DataTransfer();
      const content = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
      for (const name of names) dataTransfer.items.add(new File([content], name, { type: "image/png" }));
      const event = { dataTransfer, bubbles: true, cancelable: true };
      document.querySelector(`[data-slot='${slot}']`)?.dispatchEvent(new DragEvent("drop", event));
    },
    { slot, names, bytes: base64 },
  );
}

describe("many images", () => {
  test("are distributed over slots after a drop, as one step", async () => {
    const id = await createExperience();
    const { page, expectAccessible } = await openStudio(id);
    await dropImages(page, 2, ["5-sea.png", "sand.png", "sail.png"]);
    await waitForText(page, "3 components added.");
    await waitForText(page, "Not enough for 4 spots.");
    const same = main(page).getByRole("radio", { name: "Alternatives in slot 2" });
    await expect(same).toBeChecked();
    await expectAccessible();
    await same.focus();
    await page.keyboard.press("ArrowDown");
    await waitForText(page, "2 unsaved components");
    await main(page).getByText("1 possible artwork").waitFor();
    await main(page).getByRole("radio", { name: "By number in the file name" }).check();
    await page.keyboard.press("Control+z");
    await saveButton(page).click();
    await waitForText(page, "All changes saved.");
    expect((await fetchComponents(id)).map(({ slot_number }) => slot_number)).toEqual([1, 2, 3]);
    await button(page, "Undo").click();
    await main(page).getByText("3 possible artworks").waitFor();
    await expect(same).toBeChecked();
    await button(page, "Close slot choice").click();
    await same.waitFor({ state: "detached" });
  });

  test("are all added from two selections at the same time, also when the server asks to wait", {
    retry: 0,
  }, async () => {
    const id = await createExperience();
    const { page } = await openStudio(id, { allowed: [/429/] });
    let sent = 0;
    const released = Promise.withResolvers<void>();
    await page.route("**/component", async (route) => {
      sent += 1;
      if (sent === 1) await released.promise;
      const json = { success: false, code: "E0010", message: "", errors: [] };
      return sent === 2
        ? route.fulfill({ status: 429, headers: { "retry-after": "2" }, json })
        : route.continue();
    });
    const input = main(page).getByLabel("Add images to slot 1");
    await input.setInputFiles([pngNamed("sea.png"), pngNamed("sand.png")]);
    await waitForText(page, "Adding sea.png (1 of 2)…");
    await input.setInputFiles([pngNamed("sea.png"), pngNamed("gull.png")]);
    await waitForText(page, "Adding sea.png (1 of 4)…");
    // The page counts the seconds down.
    const resumeTimers = await pauseTimers(page, 1_000);
    released.resolve();
    await waitForTextLike(page, /Too many uploads at once\./);
    await resumeTimers();
    await waitForText(page, "4 components added.");
    const names = await fetchNames(id);
    expect(names.slice(0, 2)).toEqual(["Sea", "Sand"]);
    expect(names[3]).toBe("Gull");
    expect(new Set(names).size).toBe(4);
  });

  test("stay in the browser while they upload: leaving asks first, and they can be added later", async () => {
    const id = await createExperience();
    const { page, open } = await openStudio(id);
    let sent = 0;
    const pendingUploads: (() => void)[] = [];
    await page.route("**/component", async (route) => {
      sent += 1;
      await new Promise<void>((resolve) => pendingUploads.push(resolve));
      return route.continue();
    });
    await dropImages(page, 1, ["sea.png", "sand.png", "sail.png"]);
    await waitForText(page, "Adding sea.png (1 of 3)…");
    await leave(page);
    await dialog(page)
      .getByText("3 images are still uploading. This browser keeps a draft that you can go on with later.")
      .waitFor();
    await expect(dialog(page).getByRole("button", { name: "Save and leave" })).toHaveCount(0);
    // The page names an upload before it sends it.
    await expect.poll(() => pendingUploads.length).toBe(1);
    pendingUploads.shift()?.();
    await dialog(page)
      .getByText(/^2 images are still uploading\./)
      .waitFor();
    await answerDialog(page, "Stay");
    await waitForText(page, "Adding sand.png (2 of 3)…");

    // Uploads stop when the user leaves anyway.
    await leave(page);
    await answerDialog(page, "Leave without saving");
    await waitUntilLeft(page, id);
    // The URL changes before the page does.
    await main(page)
      .getByText(/^Adding sand/)
      .first()
      .waitFor({ state: "detached" });
    await expect.poll(() => pendingUploads.length).toBe(1);
    pendingUploads.shift()?.();
    await expect.poll(() => fetchNames(id)).toEqual(["Sea", "Sand"]);
    expect(sent).toBe(2);

    // The upload that ended after the page was left is not offered again.
    await page.unroute("**/component");
    await open(`/my/experiences/${id}/components`);
    await waitForText(page, "1 image of your draft isn’t added yet.");
    await waitForText(page, "sail.png");
    await button(page, "Add now").click();
    await waitForText(page, "1 component added.");
    expect(await fetchNames(id)).toEqual(["Sea", "Sand", "Sail"]);
    await expect.poll(() => readStoredDrafts(page)).toEqual([]);
  });
});

describe("an invalid component", () => {
  test("reports the errors at its fields and keeps the input, also while the network is down, and also as a QR code", async () => {
    const id = await createExperience();
    await addComponent(id, { name: "Lighthouse" });
    const allowed = [/400/, /ERR_INTERNET_DISCONNECTED/];
    const { page } = await openStudio(id, { allowed });
    const fill = async (name: string, width: string, level: string) => {
      await field(page, "name").fill(name);
      await field(page, "width").fill(width);
      await field(page, "layer_level").fill(level);
    };
    await fill("", "90", "12");
    // The toast stays for four seconds; the errors stay at their fields.
    const resumeTimers = await pauseTimers(page, 4_000);
    await saveButton(page).click();
    const errors = main(page).getByText("All fields are required.", { exact: true });
    await expect(errors).toHaveCount(2);
    await resumeTimers();
    await expect(errors).toHaveCount(1);
    await waitForText(page, "Enter a number from 160 to 900.");
    await waitForText(page, "Enter a number from 1 to 9.");
    await expect(field(page, "name")).toBeFocused();
    await fill("Lamp", "200", "9");
    await page.context().setOffline(true);
    await saveButton(page).click();
    await main(page).locator(".insp").getByRole("alert").waitFor();
    await expect(field(page, "name")).toHaveValue("Lamp");
    await page.context().setOffline(false);
    await saveComponents(page);
    expect(await fetchComponents(id)).toMatchObject([{ name: "Lamp", width: 200, layer_level: 9 }]);

    // A QR code without a link, then one too small for its link.
    await button(page, "QR code").click();
    await main(page).locator(".layer svg.qr").waitFor();
    await expect(field(page, "qr_code_width")).toHaveValue("280");
    await expect(field(page, "secure_link")).toBeChecked();
    await saveButton(page).click();
    await waitForText(page, "A QR code needs a redirect URL.");
    await field(page, "secure_link").uncheck();
    await field(page, "qr_code_link").fill(`https://example.org/${"tide".repeat(110)}`);
    await field(page, "qr_code_width").fill("160");
    const tooSmall = main(page).getByText(/^Must be at least \d+ px wide to scan reliably with this link\.$/);
    await tooSmall.waitFor();
    await field(page, "qr_code_width").fill("500");
    await tooSmall.waitFor({ state: "detached" });
    await saveButton(page).click();
    await expect.poll(() => fetchComponents(id)).toHaveLength(2);
    await button(page, "Photo").click();
    await saveButton(page).click();
    await expect.poll(() => fetchComponents(id)).toHaveLength(3);
  });
});

describe("unsaved changes", () => {
  test("survive a reload and leaving, which asks first, and are saved or discarded", async () => {
    const id = await createExperience();
    const [sea, , sail] = await addThree(id);
    const { page, follow } = await openStudio(id, { screen: phone });
    const renameSea = async () => {
      await orderOption(page, "Sea").click();
      await field(page, "name").fill("Ocean");
      await waitForText(page, "1 unsaved component");
    };
    await orderOption(page, "Sea").focus();
    await page.keyboard.press("Control+a");
    await field(page, "rarity").fill("64");
    await orderOption(page, "Sail").click();
    await field(page, "layer_level").fill("7");
    await button(page, "QR code").click();
    await field(page, "qr_code_link").fill("https://example.org/tide");
    await waitForText(page, "4 unsaved components");
    // No question of the browser: nothing is lost.
    await page.reload();
    await waitForText(page, "4 unsaved components");
    await waitForTextLike(page, /^Draft restored, last saved/);
    expect(await measureOverflow(page)).toBe(0);

    await leave(page);
    await dialog(page)
      .getByText("You have 4 unsaved components. This browser keeps a draft that you can go on with later.")
      .waitFor();
    await answerDialog(page, "Stay");
    await waitForText(page, "4 unsaved components");
    await leave(page);
    await answerDialog(page, "Leave without saving");
    await waitUntilLeft(page, id);
    await follow(`/my/experiences/${id}/components`);
    await waitForText(page, "4 unsaved components");
    await saveButton(page).press("Enter");
    await waitForText(page, "All changes saved.");
    await main(page)
      .getByText(/^Draft restored/)
      .waitFor({ state: "detached" });
    const saved = await fetchComponents(id);
    expect(saved.map(({ rarity }) => rarity).toSorted()).toEqual([10, 64, 64, 64]);
    expect(saved).toContainEqual({ ...sail, rarity: 64, layer_level: 7 });
    await expect.poll(() => readStoredDrafts(page)).toEqual([]);

    await renameSea();
    await page.reload();
    await button(page, "Discard").press("Enter");
    await waitForText(page, "Discard what you typed?");
    await expect(button(page, "Discard")).toBeFocused();
    await page.keyboard.press("Enter");
    await waitForText(page, "All changes saved.");
    await expect.poll(() => readStoredDrafts(page)).toEqual([]);
    expect(await fetchComponents(id)).toContainEqual({ ...sea, rarity: 64 });

    await renameSea();
    await leave(page);
    await answerDialog(page, "Save and leave");
    await waitUntilLeft(page, id);
    expect(await fetchComponents(id)).toContainEqual({ ...sea, rarity: 64, name: "Ocean" });
  });

  test("do not overwrite what someone else saved meanwhile: the user chooses", async () => {
    const id = await createExperience();
    const [sea, sun, sail] = await addThree(id);
    const { page, expectAccessible } = await openStudio(id);
    for (const [from, to] of [
      ["Sea", "Ocean"],
      ["Sun", "Star"],
      ["Sail", "Ship"],
    ] as const) {
      await orderOption(page, from).click();
      await field(page, "name").fill(to);
    }
    await waitForText(page, "3 unsaved components");
    await expect.poll(async () => (await readStoredDrafts(page)).length).toBe(1);
    await patchComponent(id, sea.id, { name: "Lake" });
    await patchComponent(id, sun.id, { rarity: 90 });
    await callApi(program.url, "DELETE", `drop/${id}/${sail.id}`, undefined, publisher.token);

    await page.reload();
    const conflict = main(page).getByText(
      /^Ocean has unsaved changes, and someone else has saved other values\./,
    );
    await conflict.waitFor();
    await waitForText(page, "1 component with unsaved changes no longer exists.");
    await expectAccessible();
    await saveButton(page).click();
    await waitForText(page, "Choose a version of this component first.");
    await expect
      .poll(async () => (await fetchComponents(id)).map(({ name, rarity }) => [name, rarity]))
      .toEqual([
        ["Lake", 20],
        // Both changes are kept, because they are in different fields.
        ["Star", 90],
      ]);
    await button(page, "Use saved version").click();
    await conflict.waitFor({ state: "detached" });
    await waitForText(page, "All changes saved.");
    await button(page, "Undo").click();
    await waitForText(page, "1 unsaved component");
    await saveButton(page).click();
    await waitForText(page, "All changes saved.");
    expect(await fetchNames(id)).toEqual(["Ocean", "Star"]);
  });

  test("are lost with a message when the experience is activated elsewhere, which locks it", async () => {
    const id = await createExperience();
    await addComponent(id, { name: "Lighthouse" });
    const { page, follow } = await openStudio(id, { allowed: [/409/, /404/] });
    await field(page, "name").fill("Lamp");
    await activateElsewhere(id);
    await saveButton(page).click();
    await waitForTextLike(page, /Your unsaved changes to 1 component were lost\./);
    await waitForTextLike(page, /Components are locked once active/);
    await expect(field(page, "name")).toHaveValue("Lighthouse");
    await expect(field(page, "name")).toBeDisabled();
    await expect(button(page, /Save|Delete|Undo/)).toHaveCount(0);
    await expect(main(page).locator(".handle")).toHaveCount(0);
    const before = await layer(page, "Lighthouse").boundingBox();
    await dragPointer(page, [100, 50], [400, 400]);
    expect(await layer(page, "Lighthouse").boundingBox()).toEqual(before);
    await follow("/my/experiences/never-was/components");
    await page.getByRole("heading", { name: "Experience not found" }).waitFor();
  });
});

test("slots are named in their list by keyboard; Escape restores a name, and a refused one keeps its error", async () => {
  const id = await createExperience();
  await addThree(id);
  await addComponent(id, { name: "Foam", slot_number: 1 });
  const { page } = await openStudio(id, { allowed: [/400/] });
  const name = main(page).locator("[name=slot_name]");
  const slot = (text: RegExp) => main(page).locator(".slots").getByRole("button", { name: text });
  await slot(/^Slot 1/).click();
  await name.fill("Tide");
  await name.press("Escape");
  await expect(name).toHaveValue("");
  await name.fill("Water");
  await name.press("Enter");
  await slot(/^Slot 1 Water/).waitFor();
  await slot(/^Slot 2/).click();
  await name.fill("water");
  await name.press("Enter");
  await waitForTextLike(page, /Another slot has this name/);
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await name.fill("Light");
  await slot(/^Slot 3/).click();
  await slot(/^Slot 2 Light/).waitFor();
  await main(page)
    .getByRole("row", { name: /Water Sea/ })
    .waitFor();
});

test("samples are drawn from saved components, after a failure and after each change, and explain the number of spots", async () => {
  const id = await createExperience();
  for (const slot_number of [1, 2])
    for (const name of ["A", "B"]) await addComponent(id, { name: `${name}${slot_number}`, slot_number });
  const visit = await visitAs(publisher, { url: program.url, allowed: [/500/] });
  const { page } = visit;
  let isFailing = true;
  let drawn = 0;
  await page.route("**/simulation", (route) => {
    if (!isFailing) drawn += 1;
    const json = { success: false, code: "X001", message: "", errors: [] };
    return isFailing ? route.fulfill({ status: 500, json }) : route.continue();
  });
  await visit.open(`/my/experiences/${id}/components`);
  const retry = button(page, "Try again");
  await retry.waitFor();
  isFailing = false;
  await retry.click();
  await main(page).locator(".sheet img").nth(3).waitFor();
  await waitForTextLike(page, /^Exactly enough for 4 spots: every combination will be used\./);
  await main(page).getByRole("row", { name: /A1/ }).getByText("50%").first().waitFor();
  await waitForTextLike(page, /^4 samples instead of 8: no more unique artworks are possible/);
  expect(drawn).toBe(1);
  await field(page, "rarity").fill("90");
  await saveComponents(page);
  await expect.poll(() => drawn).toBe(2);
});

test("the editor fills the window of a desktop, and F6 moves between its panes", async () => {
  const id = await createExperience();
  await addThree(id);
  const { page } = await openStudio(id, { screen: { width: 1440, height: 900 } });
  await main(page).locator(".sheet img").first().waitFor();
  for (const seen of [".order", ".insp [name=layer_level]", ".sheet img", ".ed-end .btn"])
    for (const element of await main(page).locator(seen).all())
      await expect(element).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  await page.locator(".top .menu").getByText("Menu").waitFor();
  // What a screen reader finds on the canvas.
  expect(await main(page).getByRole("application").ariaSnapshot()).toBe(
    [
      '- application "Canvas, 900 by 900, with 3 layers":',
      `  - 'button "Sea: 0 from left, 200 from top, width 300, layer 1"'`,
      `  - 'button "Sun: 300 from left, 200 from top, width 300, layer 2"'`,
      `  - 'button "Sail: 600 from left, 200 from top, width 300, layer 3" [pressed]'`,
    ].join("\n"),
  );
  // … in the bar, the slots and the inspector.
  expect(await readTree(main(page).locator(".ed-bar"))).toBe(
    [
      '- link "Back to the experience"',
      '- heading "Tide Tables" [level=1]',
      "- paragraph: Components Upcoming",
      "- paragraph: 1 possible artwork",
      "- status: Not enough for 4 spots.",
      "- status: All changes saved.",
      '- button "Undo" [disabled]',
      '- button "Redo" [disabled]',
      '- button "Save" [disabled]',
      '- link "Make the wrap public"',
    ].join("\n"),
  );
  const slots = main(page).getByRole("region", { name: "Slots" }).getByRole("list");
  expect(await readTree(slots.locator("> li").nth(1))).toBe(
    [
      "- listitem:",
      '  - heading "Slot 2 Sun 100% 1 component" [level=3]:',
      '    - button "Slot 2 Sun 100% 1 component"',
    ].join("\n"),
  );
  expect(await readTree(slots.locator("> li").nth(2))).toMatch(
    /button "Slot 3 Sail 100% 1 component" \[expanded\]\n.*textbox "Name of slot 3"\n.*listbox "Components in slot 3":\n *- option "Sail in every artwork" \[selected\]\n.*button "Add images to slot 3"\n/s,
  );
  expect(
    (await readTree(main(page).locator(".insp"))).match(/(group|textbox|radio|spinbutton|button) "[^"]+".*/g),
  ).toEqual([
    'group "Image":',
    'textbox "Name": Sail',
    'button "Replace image"',
    'spinbutton "Slot": "3"',
    'spinbutton "Layer": "3"',
    'group "Anchor":',
    'radio "Top left" [checked]',
    'radio "Top right"',
    'radio "Bottom left"',
    'radio "Bottom right"',
    'spinbutton "Offset X": "600"',
    'spinbutton "Offset Y": "200"',
    'spinbutton "Width (160–900)": "300"',
    'spinbutton "Max. uses": "0"',
    'button "Delete component"',
    'button "Duplicate component"',
  ]);
  const focused = () => page.evaluate(() => document.activeElement?.className.split(" ")[0]);
  for (const pane of ["ed-bar", "slots", "stage", "insp", "simulation", "ed-bar"]) {
    await page.keyboard.press("F6");
    expect(await focused()).toBe(pane);
  }
  await page.keyboard.press("Shift+F6");
  expect(await focused()).toBe("simulation");
});
