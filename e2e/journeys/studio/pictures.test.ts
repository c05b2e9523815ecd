import type { Page } from "playwright-core";
import { test } from "vitest";
import { exifSegment, jpegWith, plainPng } from "../../../server/src/testing/media/pictures.ts";
import { expect } from "../../harness/expect.ts";
import { transferFiles } from "../../harness/file-transfer.ts";
import { button, main } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { openPlainPage, protectCanvas } from "../../harness/noisy-canvas.ts";
import { createPerson } from "../../harness/people.ts";
import { openSharedProgram } from "../../harness/test-program.ts";

const program = openSharedProgram();

const state = (page: Page) => main(page).locator(".picture-field").getByRole("status");
const waitForStatus = (page: Page, text: string | RegExp) => state(page).filter({ hasText: text }).waitFor();
const problem = (page: Page, text: string) =>
  main(page).getByRole("alert").filter({ hasText: text }).waitFor();
const number = (page: Page, label: string) => main(page).getByRole("spinbutton", { name: label });

/** Draws a JPEG in the browser: red on the left and blue on the right. */
async function drawJpeg(page: Page, width: number, height: number): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([width, height]) => {
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const drawing = canvas.getContext("2d");
      if (drawing === null) throw new Error("There is nothing to draw on.");
      drawing.fillStyle = "#c01020";
      drawing.fillRect(0, 0, width, height);
      drawing.fillStyle = "#103080";
      drawing.fillRect(width / 2, 0, width / 2, height);
      return canvas.toDataURL("image/jpeg", 0.9).split(",")[1] ?? "";
    },
    [width, height] as const,
  );
  return Buffer.from(base64, "base64");
}

async function chooseFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  const file = { name, mimeType: "application/octet-stream", buffer };
  await page.locator("input[type=file]").setInputFiles(file);
}

/** Opens the form of a new artist with everything filled in but the picture. */
async function openForm({ isProtected = false } = {}) {
  const allowed = isProtected ? [/400/] : [];
  const visited = await visitAs(await createPerson(program.url), { url: program.url, allowed });
  if (isProtected) await protectCanvas(visited.page);
  await visited.open("/my/artists/create/one");
  await main(visited.page).getByLabel("Name").fill("Inês Corvacho");
  await main(visited.page).getByLabel("Description").fill("Writes on ferries.");
  return visited;
}

/** Submits the form and returns the stored picture. */
async function submitPicture(
  page: Page,
): Promise<{ id: string; width: number; height: number; ambient: string }> {
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith("/api/v1/artist")),
    button(page, "Create artist").click(),
  ]);
  return (await answer.json()).body.image;
}

/** Reads whether a picture is more red or more blue at points given as fractions of its width and height. */
function readColours(page: Page, { id }: { id: string }, points: readonly (readonly [number, number])[]) {
  return page.evaluate(
    async ({ address, points }) => {
      const image = Object.assign(new Image(), { src: address });
      await image.decode();
      const { naturalWidth: width, naturalHeight: height } = image;
      const drawing = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d", {
        willReadFrequently: true,
      });
      drawing?.drawImage(image, 0, 0);
      return points.map(([x, y]) => {
        const [red = 0, , blue = 0] =
          drawing?.getImageData(x * (width - 1), y * (height - 1), 1, 1).data ?? [];
        return red > blue ? "red" : "blue";
      });
    },
    { address: `/images/${id}/640.jpeg`, points },
  );
}

test("a picture that is not square is centre-cropped as displayed, adjusted by keys, numbers and mouse, and arrives upright, also if canvases return noise", async () => {
  const { page } = await openForm({ isProtected: true });
  const plain = await openPlainPage(page, program.url);
  const portrait = await drawJpeg(plain, 900, 1600);
  await chooseFile(page, "cut.jpg", jpegWith(portrait.subarray(0, portrait.length >> 1), exifSegment(6)));
  await waitForStatus(page, /^cut\.jpg/);
  await button(page, "Create artist").click();
  await main(page).getByText("We couldn’t read this image.").waitFor();
  // Stored on its side and without its end: displayed, it is 1600 by 900 with red above blue.
  await chooseFile(page, "held.jpg", jpegWith(portrait.subarray(0, -2), exifSegment(6)));
  await waitForStatus(page, "held.jpg: cropped to 900 × 900 px, 350 px from left, 0 px from top");

  const area = main(page).getByRole("group", { name: /arrow keys to move it/ });
  await area.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(number(page, "Left")).not.toHaveValue("350");

  await number(page, "Size").fill("500");
  await number(page, "Left").fill("100");
  await waitForStatus(page, "cropped to 500 × 500 px, 100 px from left");
  await number(page, "Left").press("ArrowUp");
  await waitForStatus(page, "101 px from left");

  // An impossible value is corrected when the field loses the focus.
  await number(page, "Size").fill("399");
  await number(page, "Top").focus();
  await expect(number(page, "Size")).toHaveValue("500");
  await number(page, "Top").fill("200");
  await waitForStatus(page, "200 px from top");

  const box = await area.boundingBox();
  if (box === null) throw new Error("The square is not shown.");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 2_000, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await waitForStatus(page, "1100 px from left");

  const image = await submitPicture(page);
  expect(image).toMatchObject({ width: 500, height: 500 });
  const ends = [
    [0.5, 0],
    [0.5, 1],
  ] as const;
  expect(await readColours(plain, image, ends)).toEqual(["red", "blue"]);
});

test("a picture that fits is uploaded unchanged, whatever its name, dropped or pasted", async () => {
  const { page } = await openForm();
  const input = page.locator("input[type=file]");
  await transferFiles(input, "drop", [{ name: "dropped.gif", content: plainPng(420) }]);
  await waitForStatus(page, /^dropped\.gif: 420 × 420 px/);
  await transferFiles(input, "paste", [{ name: "pasted.png", content: plainPng(440) }]);
  await waitForStatus(page, /^pasted\.png: 440 × 440 px/);
  const image = await submitPicture(page);
  expect(image).toMatchObject({ width: 440, height: 440, ambient: "#0d4f52" });
});

test("a picture stays when the next one is rejected, can be removed, and is scaled down if it has many bytes", async () => {
  const { page } = await openForm();
  await chooseFile(page, "good.png", plainPng(420));
  await waitForStatus(page, /^good\.png/);
  await chooseFile(page, "moving.gif", Buffer.from("GIF89a"));
  await problem(page, "File must be a PNG.");
  await chooseFile(page, "small.png", plainPng(399));
  await problem(page, "The image must be at least 400×400 px.");
  await chooseFile(page, "broken.png", Buffer.concat([plainPng(420).subarray(0, 8), Buffer.alloc(90, 7)]));
  await problem(page, "We couldn’t read this image.");
  await waitForStatus(page, /^good\.png/);

  await button(page, "Remove image").click();
  await expect(main(page).getByRole("alert")).toHaveCount(0);
  await button(page, "Create artist").click();
  await main(page).getByText("Please upload an image.").waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("name"));
  await expect.poll(focused).toBe("image");

  // Square, but the bytes after its end are more than the limit of a file.
  const square = await drawJpeg(page, 1500, 1500);
  await chooseFile(page, "heavy.jpg", Buffer.concat([square, Buffer.alloc(2_200_000)]));
  await waitForStatus(page, "heavy.jpg: cropped to 1500 × 1500 px");
  expect(await submitPicture(page)).toMatchObject({ width: 1400, height: 1400 });
});
