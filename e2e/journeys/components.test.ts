import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { sql } from "../../server/src/platform/database/database.ts";
import { desktop, phone, type Screen } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { pauseTimers } from "../harness/interception.ts";
import { tabThroughPage } from "../harness/keyboard.ts";
import { visitAs } from "../harness/logged-in-visit.ts";
import { callApi } from "../harness/people.ts";
import { buildPng, coverPath, createDraft, createPublisher, type Publisher } from "../harness/publisher.ts";
import { openSharedProgram, type TestProgram } from "../harness/test-program.ts";
import type { Visit } from "../harness/visit.ts";
import { measureOverflow } from "../harness/visit.ts";

let program: TestProgram;

beforeAll(async () => {
  program = openSharedProgram();
});
afterAll(() => program.close());

type ExperienceType = "GENERATIVE" | "RANDOM" | "FIXED_IMAGE";
type Placement = { anchor_point: string; width: number; offsetX: number; offsetY: number };
type SavedComponent = Placement & {
  id: number;
  name: string;
  slot_number: number;
  layer_level: number;
  rarity: number;
  image: { width: number; height: number } | null;
};

async function sendForm<Body>(method: string, path: string, token: string, form: FormData): Promise<Body> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${program.url}/api/v1/${path}`, { method, headers, body: form });
  const answer = (await response.json()) as { success: boolean; body: Body };
  if (!answer.success) throw new Error(`${method} ${path} was answered ${JSON.stringify(answer)}`);
  return answer.body;
}

/** Creates a draft experience of a new publisher. */
async function createExperience(
  type: ExperienceType = "GENERATIVE",
): Promise<{ publisher: Publisher; id: number }> {
  const publisher = await createPublisher(program.url);
  const song = await createDraft(program.url, publisher);
  const form = new FormData();
  form.append("data", JSON.stringify({ name: "Tide Tables", type, max_nfts: 4 }));
  form.append(
    "promo_image",
    new Blob([await readFile(coverPath("salt-meridian"))], { type: "image/jpeg" }),
    "a.jpg",
  );
  const { id } = await sendForm<{ id: number }>("POST", `drop/${song.id}`, publisher.token, form);
  return { publisher, id };
}

type ComponentFields = Partial<Omit<SavedComponent, "id" | "image">>;

async function addComponent(
  publisher: Publisher,
  id: number,
  fields: ComponentFields,
): Promise<SavedComponent> {
  const form = new FormData();
  const usual = { slot_number: 1, layer_level: 1, rarity: 20, anchor_point: "TOP_LEFT", width: 300 };
  form.append("data", JSON.stringify({ ...usual, ...fields }));
  form.append("image", new Blob([new Uint8Array(buildPng(400, 200))], { type: "image/png" }), "a.png");
  return sendForm<SavedComponent>("POST", `drop/${id}/component`, publisher.token, form);
}

const fetchComponents = async ({ token }: Publisher, id: number): Promise<SavedComponent[]> =>
  (await callApi<{ components: SavedComponent[] }>(program.url, "GET", `my/dapp/${id}`, undefined, token))
    .components;

type VisitOptions = { screen?: Screen; allowed?: readonly RegExp[] };

async function openStudio(publisher: Publisher, id: number, options: VisitOptions = {}): Promise<Visit> {
  const visited = await visitAs(publisher, { url: program.url, ...options });
  await visited.open(`/my/experiences/${id}/components`);
  await visited.page.getByRole("heading", { name: "Slots" }).waitFor();
  // Fallback fonts would shift the measured and dragged elements.
  await visited.page.evaluate(() => document.fonts.ready.then(() => undefined));
  return visited;
}

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name });
const field = (page: Page, name: string) => main(page).locator(`.insp [name=${name}]`);
const waitForText = (page: Page, text: string) =>
  main(page).getByText(text, { exact: true }).first().waitFor();
const dialog = (page: Page) => page.getByRole("alertdialog");
const saveComponents = async (page: Page) => {
  await button(page, "Save component").click();
  await waitForText(page, "Saved.");
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

describe("the components of an experience", () => {
  test("are created from several files, named after them, and can be deleted", async () => {
    const { publisher, id } = await createExperience();
    const { page, expectAccessible } = await openStudio(publisher, id);
    await waitForText(page, "No components yet");
    await main(page)
      .getByLabel("Add images to slot 1")
      .setInputFiles([
        { name: "01_two-sails@2x.png", mimeType: "image/png", buffer: buildPng(500, 500) },
        { name: "freighter.png", mimeType: "image/png", buffer: buildPng(300, 200) },
        { name: "notes.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") },
      ]);
    await waitForText(page, "2 components added.");
    await main(page).getByText("notes.pdf Use a PNG or JPEG up to 2 MB.").waitFor();
    expect((await fetchComponents(publisher, id)).map(({ name, width }) => [name, width])).toEqual([
      ["Two sails", 500],
      ["Freighter", 300],
    ]);
    await waitForText(page, "50 % chance");
    const before = await fetchComponents(publisher, id);
    // The toast stays for ten seconds.
    const resumeTimers = await pauseTimers(page, 10_000);
    await button(page, "Delete component").click();
    await waitForText(page, "1 component deleted.");
    await waitForText(page, "100 % chance");
    await expectAccessible();
    await expect.poll(() => fetchComponents(publisher, id)).toEqual(before.slice(0, 1));
    await main(page).locator(".passing").getByRole("button", { name: "Undo" }).click();
    await waitForText(page, "1 component restored.");
    await resumeTimers();
    await waitForText(page, "50 % chance");
    await expect(field(page, "name")).toHaveValue("Freighter");
    expect(await fetchComponents(publisher, id)).toEqual(before);
  });

  test("are dragged and resized on the canvas with snapping, undo, redo and saving", async () => {
    const { publisher, id } = await createExperience();
    await addComponent(publisher, id, { name: "Lighthouse", offsetX: 100, offsetY: 100 });
    await addComponent(publisher, id, {
      name: "Sea",
      slot_number: 2,
      layer_level: 2,
      width: 160,
      offsetX: 700,
    });
    const { page } = await openStudio(publisher, id);
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
    await expect.poll(async () => Number(await field(page, "width").inputValue())).toBeGreaterThan(390);
    await waitForText(page, "1 unsaved component");
    await saveComponents(page);
    const [width, ...lying] = [Number(await field(page, "width").inputValue()), ...(await readOffsets(page))];
    const [lighthouse] = await fetchComponents(publisher, id);
    expect(lighthouse).toMatchObject({ width, offsetX: lying[0], offsetY: lying[1] });
  });

  test("are selected, dragged and resized with a finger without scrolling the page", async () => {
    const { publisher, id } = await createExperience();
    await addComponent(publisher, id, { name: "Lighthouse", offsetX: 60, offsetY: 60 });
    await addComponent(publisher, id, {
      name: "Sea",
      slot_number: 2,
      layer_level: 2,
      offsetX: 500,
      offsetY: 600,
    });
    const { page } = await openStudio(publisher, id, { screen: phone });
    const name = field(page, "name");
    await dragFinger(page, [650, 675], [450, 475]);
    await expect(name).toHaveValue("Sea");
    await expect.poll(async () => (await readOffsets(page))[1]).toBeLessThan(450);
    await dragFinger(page, [200, 120], [330, 270]);
    await expect(name).toHaveValue("Lighthouse");
    await expect.poll(async () => (await readOffsets(page))[1]).toBeGreaterThan(150);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    const [left = 0, top = 0] = await readOffsets(page);
    await dragFinger(page, [left + 300, top + 150], [left + 400, top + 200]);
    await expect.poll(async () => Number(await field(page, "width").inputValue())).toBeGreaterThan(380);
    await saveComponents(page);
    expect((await fetchComponents(publisher, id))[0]?.width).toBe(
      Number(await field(page, "width").inputValue()),
    );
  });

  test("keep their position when their anchor changes", async () => {
    const { publisher, id } = await createExperience();
    await addComponent(publisher, id, { name: "Lighthouse", offsetX: 130, offsetY: 118 });
    const { page } = await openStudio(publisher, id);
    const before = await main(page).locator(".layer").boundingBox();
    await main(page).getByRole("radio", { name: "Bottom right" }).check();
    // 900 less the offset, less the component's 300 by 150.
    await expect.poll(() => readOffsets(page)).toEqual([470, 632]);
    expect(await main(page).locator(".layer").boundingBox()).toEqual(before);
    await saveComponents(page);
    expect(await fetchComponents(publisher, id)).toMatchObject([
      { anchor_point: "BOTTOM_RIGHT", offsetX: 470, offsetY: 632 },
    ]);
  });

  test("are moved, resized, reordered and saved by keyboard, with announcements", async () => {
    const { publisher, id } = await createExperience();
    await addComponent(publisher, id, { name: "Lighthouse", offsetX: 100, offsetY: 100 });
    const { page } = await openStudio(publisher, id);
    const layer = main(page)
      .getByRole("application")
      .getByRole("button", { name: /^Lighthouse/ });
    await layer.focus();
    for (const key of [
      "ArrowRight",
      "Shift+ArrowDown",
      "Shift+ArrowDown",
      "ArrowUp",
      "Shift++",
      "-",
      "PageUp",
    ])
      await page.keyboard.press(key);
    await waitForText(page, "101 from left, 119 from top, width 309, layer 2, 1 of 1 from the back");
    await expect(layer).toBeFocused();
    const stops = await tabThroughPage(page);
    expect(stops.filter(({ area, ring, seen }) => area === "main" && !(ring && seen))).toEqual([]);
    await button(page, "Save component").focus();
    await page.keyboard.press("Enter");
    await waitForText(page, "Saved.");
    expect(await fetchComponents(publisher, id)).toMatchObject([
      { offsetX: 101, offsetY: 119, width: 309, layer_level: 2 },
    ]);
  });

  test("show one component of each slot and which one is selected", async () => {
    const { publisher, id } = await createExperience();
    for (const name of ["Two sails", "Freighter"]) await addComponent(publisher, id, { name });
    await addComponent(publisher, id, { name: "Sea", slot_number: 4 });
    const { page } = await openStudio(publisher, id);
    const layerNames = () =>
      main(page)
        .locator(".layer")
        .evaluateAll((layers) => layers.map((layer) => layer.getAttribute("aria-label")?.split(":")[0]));
    expect(await layerNames()).toEqual(["Two sails", "Sea"]);
    await button(page, /^Slot 1 Two sails/).click();
    await main(page)
      .locator(".slots")
      .getByRole("option", { name: /^Freighter/ })
      .click();
    expect(await layerNames()).toEqual(["Freighter", "Sea"]);
    await field(page, "rarity").fill("80");
    await waitForText(page, "20 % chance");
    await waitForText(page, "Rare");
  });
});

/** Adds three components of 300 by 150 side by side, in slots of their own. */
async function addThree(publisher: Publisher, id: number): Promise<SavedComponent[]> {
  const added: SavedComponent[] = [];
  for (const [index, name] of ["Sea", "Sun", "Sail"].entries()) {
    const layer = { slot_number: index + 1, layer_level: index + 1 };
    added.push(await addComponent(publisher, id, { name, ...layer, offsetX: 300 * index, offsetY: 200 }));
  }
  return added;
}
const heading = (page: Page, name: string) => main(page).getByRole("heading", { name }).waitFor();

describe("several selected components", () => {
  test("are framed, moved within the canvas, deleted and restored by mouse", async () => {
    const { publisher, id } = await createExperience();
    const [sea, sun, sail] = await addThree(publisher, id);
    const { page, expectAccessible } = await openStudio(publisher, id);
    await dragPointer(page, [120, 600], [450, 300]);
    await heading(page, "2 components selected");
    await expectAccessible();
    // The group stops at the left and lower edge. Its layers keep their distance.
    await dragPointer(page, [150, 250], [100, 890], "Alt");
    await button(page, "Save 2 components").click();
    await waitForText(page, "All changes saved.");
    const moved = [{ ...sea, offsetY: 750 }, { ...sun, offsetY: 750 }, sail];
    expect(await fetchComponents(publisher, id)).toEqual(moved);
    await button(page, "Undo").click();
    await waitForText(page, "2 unsaved components");
    await button(page, "Redo").click();
    await waitForText(page, "All changes saved.");

    await main(page).locator(".order").getByRole("option", { name: /^Sea/ }).click();
    await main(page)
      .locator(".order")
      .getByRole("option", { name: /^Sail/ })
      .click({ modifiers: ["Control"] });
    await button(page, "Delete 2 components").click();
    await waitForText(page, "2 components deleted.");
    await expect.poll(() => fetchComponents(publisher, id)).toEqual(moved.slice(1, 2));
    await page.keyboard.press("Control+z");
    await heading(page, "2 components selected");
    expect(await fetchComponents(publisher, id)).toEqual(moved);
  });

  test("are chosen, changed, nudged, deleted and restored by keyboard", async () => {
    const { publisher, id } = await createExperience();
    const added = await addThree(publisher, id);
    const { page } = await openStudio(publisher, id);
    await main(page).locator(".order").getByRole("option", { name: /^Sail/ }).focus();
    await page.keyboard.press("Shift+ArrowLeft");
    await page.keyboard.press("Shift+ArrowLeft");
    await heading(page, "3 components selected");
    await field(page, "rarity").fill("64");
    await main(page).getByRole("application").getByRole("button", { name: /^Sea/ }).focus();
    for (const key of ["Shift+ArrowDown", "ArrowRight", "PageUp"]) await page.keyboard.press(key);
    // The third layer is at the right edge, so that none moves to the right.
    await main(page).getByText("3 selected. ").first().waitFor();
    await button(page, "Save 3 components").press("Enter");
    await waitForText(page, "All changes saved.");
    const changed = added.map((before) => ({
      ...before,
      rarity: 64,
      offsetY: 210,
      layer_level: before.layer_level + 1,
    }));
    expect(await fetchComponents(publisher, id)).toEqual(changed);

    await main(page).locator(".order").getByRole("option", { name: /^Sea/ }).focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await expect.poll(() => fetchComponents(publisher, id)).toEqual([]);
    await heading(page, "No components yet");
    await page.keyboard.press("Control+z");
    await heading(page, "3 components selected");
    expect(await fetchComponents(publisher, id)).toEqual(changed);
    await page.keyboard.press("Escape");
    await heading(page, "Nothing selected");
  });

  test("are chosen by touch on a phone", async () => {
    const { publisher, id } = await createExperience();
    await addThree(publisher, id);
    const { page, expectAccessible } = await openStudio(publisher, id, { screen: phone });
    await main(page).getByLabel("Select several").check();
    await main(page).locator(".order").getByRole("option", { name: /^Sea/ }).click();
    await heading(page, "2 components selected");
    await expectAccessible();
    expect(await measureOverflow(page)).toBe(0);
  });

  test("are shown again if they could not be deleted", async () => {
    const { publisher, id } = await createExperience();
    const added = await addThree(publisher, id);
    const { page } = await openStudio(publisher, id, { allowed: [/ERR_INTERNET_DISCONNECTED/] });
    await main(page).locator(".order").getByRole("option", { name: /^Sea/ }).focus();
    await page.keyboard.press("Control+a");
    // The toast stays for four seconds.
    const resumeTimers = await pauseTimers(page, 4_000);
    await page.context().setOffline(true);
    await button(page, "Delete 3 components").click();
    await main(page)
      .getByText("3 components couldn’t be deleted. Check your connection and try again.")
      .waitFor();
    await expect(main(page).locator(".layer")).toHaveCount(3);
    await resumeTimers();
    await page.context().setOffline(false);
    expect(await fetchComponents(publisher, id)).toEqual(added);
  });
});

/** Dispatches dragenter, dragover and drop events with files to the selected element. */
async function dropFiles(page: Page, selector: string, names: readonly string[]): Promise<void> {
  const base64 = buildPng(300, 300).toString("base64");
  await page.evaluate(
    ({ on, names, bytes }) => {
      const dataTransfer = new DataTransfer();
      const content = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
      for (const name of names) dataTransfer.items.add(new File([content], name, { type: "image/png" }));
      const event = { dataTransfer, bubbles: true, cancelable: true };
      document.querySelector(on)?.dispatchEvent(new DragEvent("drop", event));
    },
    { on: selector, names, bytes: base64 },
  );
}

describe("many components", () => {
  test("are distributed over slots after a drop, as one step", async () => {
    const { publisher, id } = await createExperience();
    const { page, expectAccessible } = await openStudio(publisher, id);
    await dropFiles(page, "[data-slot='2']", ["5-sea.png", "sand.png", "sail.png"]);
    await waitForText(page, "3 components added.");
    await main(page).getByText("3 possible artworks").waitFor();
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
    await button(page, "Save all").click();
    await waitForText(page, "All changes saved.");
    const slots = async () => (await fetchComponents(publisher, id)).map(({ slot_number }) => slot_number);
    expect(await slots()).toEqual([1, 2, 3]);
    await button(page, "Undo").click();
    await main(page).getByText("3 possible artworks").waitFor();
    await expect(same).toBeChecked();
    await button(page, "Close slot choice").click();
    await same.waitFor({ state: "detached" });
  });

  test("are shrunk if their images are large, and damaged ones fail alone", async () => {
    const { publisher, id } = await createExperience();
    const { page } = await openStudio(publisher, id);
    // Browsers ignore what follows the end of a PNG.
    const large = Buffer.concat([buildPng(1_800, 900), Buffer.alloc(3_000_000)]);
    await main(page)
      .getByLabel("Add images to slot 1")
      .setInputFiles([
        { name: "broken.png", mimeType: "image/png", buffer: Buffer.alloc(2_500_000) },
        { name: "sea.png", mimeType: "image/png", buffer: large },
      ]);
    await main(page)
      .getByText(/sea\.png: shrunk from 3 MB to \d+ KB\./)
      .waitFor();
    await main(page).getByText("broken.png We couldn’t read this image.").waitFor();
    const [sea] = await fetchComponents(publisher, id);
    expect([sea?.name, sea?.image]).toMatchObject(["Sea", { width: 1800, height: 900 }]);
  });

  test("are created from nine files dropped on a slot, each named after its file", async () => {
    const { publisher, id } = await createExperience();
    const { page, expectAccessible } = await openStudio(publisher, id);
    const words = ["sea", "sand", "sail", "gull", "flag", "fog", "ring", "star"];
    await dropFiles(page, "[data-slot='3']", [...words.map((word) => `${word}.png`), "slot 7 moon.png"]);
    await waitForText(page, "9 components added.");
    const created = await fetchComponents(publisher, id);
    expect(created.filter(({ slot_number }) => slot_number === 3).map(({ name }) => name)).toEqual([
      ...["Sea", "Sand", "Sail", "Gull", "Flag", "Fog", "Ring", "Star"],
    ]);
    expect(created.find(({ slot_number }) => slot_number === 7)?.name).toBe("Moon");
    await expectAccessible();
  });

  test("are all added from two selections at the same time, also when the server asks to wait", {
    retry: 0,
  }, async () => {
    const { publisher, id } = await createExperience();
    const { page, expectAccessible } = await openStudio(publisher, id, { allowed: [/429/] });
    const files = (...names: string[]) =>
      names.map((name) => ({ name: `${name}.png`, mimeType: "image/png", buffer: buildPng(400, 200) }));
    let sent = 0;
    let resume: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      resume = resolve;
    });
    await page.route("**/component", async (route) => {
      sent += 1;
      if (sent === 1) await released;
      const json = { success: false, code: "E0010", message: "", errors: [] };
      return sent === 2
        ? route.fulfill({ status: 429, headers: { "retry-after": "2" }, json })
        : route.continue();
    });
    const input = main(page).getByLabel("Add images to slot 1");
    await input.setInputFiles(files("sea", "sand"));
    await waitForText(page, "Adding sea.png (1 of 2)…");
    await input.setInputFiles(files("sea", "gull"));
    await waitForText(page, "Adding sea.png (1 of 4)…");
    // The page counts the seconds down.
    const resumeTimers = await pauseTimers(page, 1_000);
    resume();
    await main(page).getByText("Too many uploads at once.").waitFor();
    await expectAccessible();
    await resumeTimers();
    await waitForText(page, "4 components added.");
    const names = (await fetchComponents(publisher, id)).map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(["Sea", "Sand"]);
    expect(names[3]).toBe("Gull");
    expect(new Set(names).size).toBe(4);
  });

  test("stay in the browser while they upload: leaving asks first, and they can be added later", async () => {
    const { publisher, id } = await createExperience();
    const { page, open, expectAccessible } = await openStudio(publisher, id);
    let sent = 0;
    const pendingUploads: (() => void)[] = [];
    await page.route("**/component", async (route) => {
      sent += 1;
      await new Promise<void>((resolve) => pendingUploads.push(resolve));
      return route.continue();
    });
    const leave = () => main(page).getByRole("link", { name: "Back to the experience" }).click();
    await dropFiles(page, "[data-slot='1']", ["sea.png", "sand.png", "sail.png"]);
    await waitForText(page, "Adding sea.png (1 of 3)…");
    await leave();
    await dialog(page)
      .getByText("3 images are still uploading. This browser keeps a draft that you can go on with later.")
      .waitFor();
    await expect(dialog(page).getByRole("button", { name: "Save and leave" })).toHaveCount(0);
    await expectAccessible();
    pendingUploads.shift()?.();
    await dialog(page)
      .getByText(/^2 images are still uploading\./)
      .waitFor();
    await dialog(page).getByRole("button", { name: "Stay" }).click();
    await waitForText(page, "Adding sand.png (2 of 3)…");

    // Uploads stop when the user leaves anyway.
    await leave();
    await dialog(page).getByRole("button", { name: "Leave without saving" }).click();
    await page.waitForURL(new RegExp(`/my/experiences/${id}$`));
    // The URL changes before the page does.
    await main(page)
      .getByText(/^Adding sand/)
      .first()
      .waitFor({ state: "detached" });
    await expect.poll(() => pendingUploads.length).toBe(1);
    pendingUploads.shift()?.();
    await expect.poll(async () => (await fetchComponents(publisher, id)).length).toBe(2);
    expect(sent).toBe(2);

    // The upload that ended after the page was left is not offered again.
    await page.unroute("**/component");
    await open(`/my/experiences/${id}/components`);
    await waitForText(page, "1 image of your draft isn’t added yet.");
    await main(page).getByText("sail.png", { exact: true }).waitFor();
    await expectAccessible();
    await button(page, "Add now").click();
    await waitForText(page, "1 component added.");
    expect((await fetchComponents(publisher, id)).map(({ name }) => name)).toEqual(["Sea", "Sand", "Sail"]);
    await expect.poll(() => readStoredDrafts(page)).toEqual([]);
  });

  test("are duplicated under new names", async () => {
    const { publisher, id } = await createExperience();
    await addComponent(publisher, id, { name: "Lighthouse", offsetX: 120, rarity: 60 });
    const { page } = await openStudio(publisher, id);
    await button(page, "Duplicate component").click();
    await expect(field(page, "name")).toHaveValue("Lighthouse 2");
    expect(await fetchComponents(publisher, id)).toHaveLength(1);
    await saveComponents(page);
    const [original, copy] = await fetchComponents(publisher, id);
    expect(copy).toEqual({ ...original, id: copy?.id, name: "Lighthouse 2" });
    await waitForText(page, "All changes saved.");
  });

  test("are reordered by keys and buttons, with announcements", async () => {
    const { publisher, id } = await createExperience();
    for (const [index, name] of ["Sea", "Sun", "Sail"].entries())
      await addComponent(publisher, id, { name, slot_number: index + 1, layer_level: 3 * index + 1 });
    const { page } = await openStudio(publisher, id);
    const order = () => main(page).locator(".order").getByRole("option").allInnerTexts();
    const names = async () => (await order()).map((text) => text.split(",")[0]?.trim());
    expect(await names()).toEqual(["Sea", "Sun", "Sail"]);
    const sea = main(page).locator(".order").getByRole("option", { name: /^Sea/ });
    await sea.focus();
    await page.keyboard.press("PageUp");
    await waitForText(page, "0 from left, 0 from top, width 300, layer 5, 2 of 3 from the back");
    expect(await names()).toEqual(["Sun", "Sea", "Sail"]);
    await expect(sea).toBeFocused();
    await page.keyboard.press("PageUp");
    await waitForText(page, "0 from left, 0 from top, width 300, layer 8, 3 of 3 from the back");
    await button(page, "Send backward").click();
    expect(await names()).toEqual(["Sun", "Sea", "Sail"]);
    await button(page, "Undo").click();
    expect(await names()).toEqual(["Sun", "Sail", "Sea"]);
  });

  test("preview a QR code as rendered, and its minimum width", async () => {
    const { publisher, id } = await createExperience();
    const { page } = await openStudio(publisher, id);
    await button(page, "QR code").click();
    await main(page).locator(".layer svg.qr").waitFor();
    await field(page, "secure_link").uncheck();
    await field(page, "qr_code_link").fill(`https://example.org/${"tide".repeat(110)}`);
    await field(page, "qr_code_width").fill("160");
    await main(page)
      .getByText(/^Must be at least \d+ px wide to scan reliably with this link\.$/)
      .waitFor();
    await field(page, "qr_code_width").fill("500");
    await main(page)
      .getByText(/^Must be at least/)
      .waitFor({ state: "detached" });
    await saveComponents(page);
  });
});

describe("an invalid component", () => {
  test("reports the error at its field and keeps the input", async () => {
    const { publisher, id } = await createExperience();
    await addComponent(publisher, id, { name: "Lighthouse" });
    const { page, expectAccessible } = await openStudio(publisher, id, { allowed: [/400/] });
    await field(page, "name").fill("");
    await field(page, "width").fill("90");
    await field(page, "layer_level").fill("12");
    // The toast stays for four seconds; the errors stay at their fields.
    const resumeTimers = await pauseTimers(page, 4_000);
    await button(page, "Save component").click();
    const errors = main(page).getByText("All fields are required.", { exact: true });
    await expect(errors).toHaveCount(2);
    await resumeTimers();
    await expect(errors).toHaveCount(1);
    await waitForText(page, "Enter a number from 160 to 900.");
    await waitForText(page, "Enter a number from 1 to 9.");
    await expect
      .poll(() => field(page, "name").evaluate((element) => element === document.activeElement))
      .toBe(true);
    await expectAccessible();
    await field(page, "name").fill("Lamp");
    await field(page, "width").fill("200");
    await field(page, "layer_level").fill("9");
    await saveComponents(page);
    expect(await fetchComponents(publisher, id)).toMatchObject([
      { name: "Lamp", width: 200, layer_level: 9 },
    ]);
  });

  test("is a QR code without a redirect URL", async () => {
    const { publisher, id } = await createExperience();
    const { page } = await openStudio(publisher, id, { allowed: [/400/] });
    await button(page, "QR code").click();
    await expect(field(page, "qr_code_width")).toHaveValue("280");
    await expect(field(page, "secure_link")).toBeChecked();
    await button(page, "Save component").click();
    await waitForText(page, "A QR code needs a redirect URL.");
    await field(page, "qr_code_link").fill("https://example.org/tide");
    await button(page, "Save component").click();
    await expect.poll(async () => (await fetchComponents(publisher, id)).length).toBe(1);
    await button(page, "Photo").click();
    await button(page, "Save component").click();
    await expect.poll(async () => (await fetchComponents(publisher, id)).length).toBe(2);
  });

  test("keeps unsaved changes while the network is down", async () => {
    const { publisher, id } = await createExperience();
    await addComponent(publisher, id, { name: "Lighthouse" });
    const { page } = await openStudio(publisher, id, { allowed: [/ERR_INTERNET_DISCONNECTED/] });
    await field(page, "name").fill("Lamp");
    await page.context().setOffline(true);
    await button(page, "Save component").click();
    await main(page).locator(".insp").getByRole("alert").waitFor();
    await expect(field(page, "name")).toHaveValue("Lamp");
    await page.context().setOffline(false);
    await saveComponents(page);
    expect(await fetchComponents(publisher, id)).toMatchObject([{ name: "Lamp" }]);
  });

  test("is not lost by leaving: the page asks first", async () => {
    const { publisher, id } = await createExperience();
    await addComponent(publisher, id, { name: "Lighthouse" });
    const { page, expectAccessible } = await openStudio(publisher, id);
    await field(page, "name").fill("Lamp");
    await main(page).getByRole("link", { name: "Back to the experience" }).click();
    await dialog(page).getByText("Leave without saving?").waitFor();
    await expectAccessible();
    await dialog(page).getByRole("button", { name: "Stay" }).click();
    await expect(field(page, "name")).toHaveValue("Lamp");
    await main(page).getByRole("link", { name: "Back to the experience" }).click();
    await dialog(page).getByRole("button", { name: "Save and leave" }).click();
    await page.waitForURL(new RegExp(`/my/experiences/${id}$`));
    expect(await fetchComponents(publisher, id)).toMatchObject([{ name: "Lamp" }]);
  });
});

/** Names of the drafts that the browser stores, without the account. */
const readStoredDrafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("wrapsody-draft-")));

async function saveName({ token }: Publisher, id: number, component: number, name: string): Promise<void> {
  const form = new FormData();
  form.append("data", JSON.stringify({ name }));
  await sendForm("PATCH", `drop/${id}/component/${component}`, token, form);
}

describe("unsaved changes", () => {
  test("survive a reload and a look at the plans, and are saved, discarded or removed by logging out", async () => {
    const { publisher, id } = await createExperience();
    const [sea, , sail] = await addThree(publisher, id);
    const { page, open, expectAccessible } = await openStudio(publisher, id, { screen: phone });
    await main(page).locator(".order").getByRole("option", { name: /^Sea/ }).focus();
    await page.keyboard.press("Control+a");
    await field(page, "rarity").fill("64");
    await main(page).locator(".order").getByRole("option", { name: /^Sail/ }).click();
    await field(page, "layer_level").fill("7");
    await button(page, "QR code").click();
    await field(page, "qr_code_link").fill("https://example.org/tide");
    await waitForText(page, "4 unsaved components");
    // No question of the browser: nothing is lost.
    await page.reload();
    await waitForText(page, "4 unsaved components");
    await main(page)
      .getByText(/^Draft restored, last saved/)
      .waitFor();
    await expectAccessible();
    expect(await measureOverflow(page)).toBe(0);

    await main(page).getByRole("link", { name: "Back to the experience" }).click();
    await dialog(page)
      .getByText("You have 4 unsaved components. This browser keeps a draft that you can go on with later.")
      .waitFor();
    await dialog(page).getByRole("button", { name: "Leave without saving" }).click();
    await page.waitForURL(new RegExp(`/my/experiences/${id}$`));
    await open("/my/subscription");
    await open(`/my/experiences/${id}/components`);
    await waitForText(page, "4 unsaved components");
    await button(page, "Save all").press("Enter");
    await waitForText(page, "All changes saved.");
    await main(page)
      .getByText(/^Draft restored/)
      .waitFor({ state: "detached" });
    const saved = await fetchComponents(publisher, id);
    expect(saved.map(({ rarity }) => rarity).toSorted()).toEqual([10, 64, 64, 64]);
    expect(saved).toContainEqual({ ...sail, rarity: 64, layer_level: 7 });
    await expect.poll(() => readStoredDrafts(page)).toEqual([]);
    await page.reload();
    await waitForText(page, "All changes saved.");

    await main(page).locator(".order").getByRole("option", { name: /^Sea/ }).click();
    await field(page, "name").fill("Ocean");
    await waitForText(page, "1 unsaved component");
    await page.reload();
    await button(page, "Discard").press("Enter");
    await main(page).getByText("Discard what you typed?").waitFor();
    await expect(button(page, "Discard")).toBeFocused();
    await page.keyboard.press("Enter");
    await waitForText(page, "All changes saved.");
    await expect.poll(() => readStoredDrafts(page)).toEqual([]);
    expect(await fetchComponents(publisher, id)).toContainEqual({ ...sea, rarity: 64 });

    await main(page).locator(".order").getByRole("option", { name: /^Sea/ }).click();
    await field(page, "name").fill("Ocean");
    await expect.poll(() => readStoredDrafts(page)).toHaveLength(1);
    await open("/you");
    await button(page, "Log out").click();
    await page.waitForURL(`${program.url}/`);
    await expect.poll(() => readStoredDrafts(page)).toEqual([]);
  });

  test("do not overwrite what someone else saved meanwhile: the user chooses", async () => {
    const { publisher, id } = await createExperience();
    const [sea, sun, sail] = await addThree(publisher, id);
    if (sea === undefined || sun === undefined || sail === undefined) throw new Error("Nothing was added.");
    const { page, open, expectAccessible } = await openStudio(publisher, id);
    const rename = async (from: string, to: string) => {
      await main(page)
        .locator(".order")
        .getByRole("option", { name: new RegExp(`^${from}`) })
        .click();
      await field(page, "name").fill(to);
    };
    await rename("Sea", "Ocean");
    await rename("Sun", "Star");
    await rename("Sail", "Ship");
    await expect.poll(async () => (await readStoredDrafts(page)).length).toBe(1);
    await waitForText(page, "3 unsaved components");
    await page.goto("about:blank");
    await saveName(publisher, id, sea.id, "Lake");
    const form = new FormData();
    form.append("data", JSON.stringify({ rarity: 90 }));
    await sendForm("PATCH", `drop/${id}/component/${sun.id}`, publisher.token, form);
    await callApi(program.url, "DELETE", `drop/${id}/${sail.id}`, undefined, publisher.token);

    await open(`/my/experiences/${id}/components`);
    const conflict = main(page).getByText(
      /^Ocean has unsaved changes, and someone else has saved other values\./,
    );
    await conflict.waitFor();
    await waitForText(page, "1 component with unsaved changes no longer exists.");
    await expectAccessible();
    await button(page, "Save all").click();
    await waitForText(page, "Choose a version of this component first.");
    await expect
      .poll(async () => (await fetchComponents(publisher, id)).map(({ name, rarity }) => [name, rarity]))
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
    await button(page, "Save all").click();
    await waitForText(page, "All changes saved.");
    expect((await fetchComponents(publisher, id)).map(({ name }) => name)).toEqual(["Ocean", "Star"]);
  });
});

describe("the simulation", () => {
  test("renders artworks from saved components and explains the number of spots", async () => {
    const { publisher, id } = await createExperience();
    for (const slot_number of [1, 2])
      for (const name of ["A", "B"])
        await addComponent(publisher, id, { name: `${name}${slot_number}`, slot_number });
    const { page, expectAccessible } = await openStudio(publisher, id);
    await button(page, "Generate 50 samples").click();
    await main(page).locator(".sheet img").nth(3).waitFor();
    await waitForText(
      page,
      "possible combinations. Exactly enough for 4 spots: every combination will be used.",
    );
    const row = main(page).getByRole("row", { name: /A1/ });
    await row.getByText("50 %").first().waitFor();
    const few = /^4 samples instead of 50: no more unique artworks are possible/;
    await main(page).getByText(few).waitFor();
    await expectAccessible();

    // Samples of outdated components are marked until they are rendered again.
    const outdated = main(page).getByText(/Components have changed/);
    await expect(outdated).toHaveCount(0);
    await field(page, "rarity").fill("90");
    await saveComponents(page);
    await outdated.waitFor();
    await expectAccessible();
    await button(page, "Generate 50 again").click();
    await outdated.waitFor({ state: "detached" });
    await main(page).getByText(few).waitFor();
  });

  test("reports a failure and can be retried", async () => {
    const { publisher, id } = await createExperience();
    await addComponent(publisher, id, { name: "Lighthouse" });
    const { page } = await openStudio(publisher, id, { allowed: [/500/] });
    await page.route("**/simulation", (route) =>
      route.fulfill({ status: 500, json: { success: false, code: "X001", message: "", errors: [] } }),
    );
    await button(page, "Generate 50 samples").click();
    await button(page, "Try again").waitFor();
    await page.unroute("**/simulation");
    await button(page, "Try again").click();
    await main(page).locator(".sheet img").first().waitFor();
  });
});

describe("the component editor", () => {
  test("explains why an activated experience is read-only", async () => {
    const { publisher, id } = await createExperience();
    await addComponent(publisher, id, { name: "Lighthouse" });
    await sql`
      update campaign set state = 'ACTIVE', is_active = true, activated_at = now(),
        contract_address = '0x00000000000000000000000000000000000000aa', contract_network = network
      where id = ${id}`.execute(program.db);
    const { page, expectAccessible } = await openStudio(publisher, id);
    await main(page)
      .getByText(/This experience is active, so its components are locked/)
      .waitFor();
    await expect(field(page, "name")).toBeDisabled();
    await expect(button(page, /Save|Delete|Undo/)).toHaveCount(0);
    const before = await main(page).locator(".layer").boundingBox();
    await dragPointer(page, [100, 50], [400, 400]);
    expect(await main(page).locator(".layer").boundingBox()).toEqual(before);
    await expectAccessible();
  });

  test("discards unsaved changes with a message when the experience is activated elsewhere", async () => {
    const { publisher, id } = await createExperience();
    await addComponent(publisher, id, { name: "Lighthouse" });
    const { page, expectAccessible } = await openStudio(publisher, id, { allowed: [/409/] });
    await field(page, "name").fill("Lamp");
    await sql`
      update campaign set state = 'ACTIVE', is_active = true, activated_at = now(),
        contract_address = '0x00000000000000000000000000000000000000ab', contract_network = network
      where id = ${id}`.execute(program.db);
    await button(page, "Save component").click();
    await main(page).getByText("Your unsaved changes to 1 component were lost.").waitFor();
    await expect(field(page, "name")).toHaveValue("Lighthouse");
    await expect(field(page, "name")).toBeDisabled();
    await expectAccessible();
    await main(page).getByRole("link", { name: "Back to the experience" }).click();
    await page.waitForURL(new RegExp(`/my/experiences/${id}$`));
  });

  test("shows the nine tiles of a shuffled artwork and what is missing", async () => {
    const { publisher, id } = await createExperience("RANDOM");
    const { page, expectAccessible } = await openStudio(publisher, id);
    const buffer = buildPng(300, 300);
    const files = Array.from({ length: 8 }, (_, index) => ({
      name: `tile ${"abcdefgh"[index]}.png`,
      mimeType: "image/png",
      buffer,
    }));
    await main(page).getByLabel("Add images to slot 1").setInputFiles(files);
    await waitForText(page, "An artwork needs exactly nine tiles; there are 8.");
    expect((await fetchComponents(publisher, id)).map(({ slot_number }) => slot_number)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8,
    ]);
    await expect(main(page).locator(".layer")).toHaveCount(8);
    await expectAccessible();
  });

  test("keeps the canvas in view on a phone while the fields scroll, in light and dark mode", async () => {
    const { publisher, id } = await createExperience();
    await addComponent(publisher, id, { name: "Lighthouse" });
    const { page, expectAccessible } = await openStudio(publisher, id, { screen: phone });
    await expectAccessible();
    expect(await measureOverflow(page)).toBe(0);
    await field(page, "rarity").scrollIntoViewIfNeeded();
    const canvas = await main(page).locator(".canvas").boundingBox();
    const rarity = await field(page, "rarity").boundingBox();
    expect(canvas?.y).toBeGreaterThanOrEqual(0);
    expect(rarity?.y).toBeGreaterThan((canvas?.y ?? 0) + (canvas?.height ?? 0));
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible({ rules: ["color-contrast"] });
    await page.setViewportSize({ width: 320, height: 640 });
    await expect.poll(() => measureOverflow(page)).toBe(0);
  });

  test("shows on a phone which of nine layers is selected", async () => {
    const { publisher, id } = await createExperience();
    for (const layer of [1, 2, 3, 4, 5, 6, 7, 8, 9])
      await addComponent(publisher, id, { name: `Layer ${layer}`, slot_number: layer, layer_level: layer });
    const { page } = await openStudio(publisher, id, { screen: phone });
    const list = main(page).getByRole("listbox", { name: "Layers" });
    const inSight = async (name: string) => {
      const [around, own] = await Promise.all([
        list.boundingBox(),
        list.getByRole("option", { name, selected: true }).boundingBox(),
      ]);
      return (
        around !== null && own !== null && own.x >= around.x && own.x + own.width <= around.x + around.width
      );
    };
    await expect.poll(() => inSight("Layer 9")).toBe(true);
    await list.getByRole("option", { name: "Layer 9" }).focus();
    for (let step = 0; step < 8; step += 1) await page.keyboard.press("PageDown");
    await expect.poll(() => inSight("Layer 9")).toBe(true);
    expect(await measureOverflow(page)).toBe(0);
  });

  test("does not find an experience of another publisher", async () => {
    const { id } = await createExperience();
    const stranger = await createPublisher(program.url);
    const { page, open } = await visitAs(stranger, { url: program.url, screen: desktop, allowed: [/404/] });
    await open(`/my/experiences/${id}/components`);
    await page.getByRole("heading", { name: "Experience not found" }).waitFor();
  });
});
