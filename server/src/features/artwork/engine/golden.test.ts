import { readdir, readFile, writeFile } from "node:fs/promises";
import decode from "jsqr";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { composeArtwork } from "./compose/compose.ts";
import { createLayerCache } from "./compose/layers.ts";
import { codeText, goldenPictures } from "./golden/series.ts";
import { type Renderer, startRenderer } from "./renderer/renderer.ts";

/** Made again by `MAKE_GOLDEN=1 vitest run --project code server/src/features/artwork/engine/golden.test.ts`. */
const makes = process.env.MAKE_GOLDEN === "1";
const at = (path: string) => new URL(`golden/${path}`, import.meta.url);
const readGolden = (name: string) => readFile(at(`pictures/${name}.png`));
const readLayer = (file: string) => readFile(at(`layers/${file}`));

const golden = goldenPictures();
const renderers: Renderer[] = [];
afterAll(() => Promise.all(renderers.map((renderer) => renderer.stop())));

function startRendering(workers: number, maxLayerBytes: number): Renderer {
  const renderer = startRenderer({ workers, maxLayerBytes: maxLayerBytes, read: readLayer });
  renderers.push(renderer);
  return renderer;
}

if (makes) {
  const renderer = startRendering(1, 0);
  for (const { name, picture } of golden)
    await writeFile(at(`pictures/${name}.png`), await renderer.render(picture));
}

/** Compares bytes with a boolean: a diff of two pictures would be too long to print. */
async function expectGolden(pngs: readonly Buffer[]): Promise<void> {
  for (const [index, { name }] of golden.entries())
    expect(pngs[index]?.equals(await readGolden(name)), `${name} is what it was`).toBe(true);
}

describe("from the same seed, by the same version, a picture is made that is the same to the byte", () => {
  test("drawn of the same components", () => {
    expect(golden.map(({ name, signature }) => `${name}: ${signature}`)).toMatchInlineSnapshot(`
      [
        "generative-1: sky-rose.png block-tower.png chair-deck.png visitor-moon-lamp.png photo.jpg code",
        "generative-2: sky-rose.png block-twins.png chair-deck.png visitor-moon-lamp.png photo.jpg code",
        "generative-3: sky-evening.png block-twins.png chair-deck.png visitor-moon-lamp.png photo.jpg code",
        "random-1: word-tea.png word-not.png word-me.png word-leaving.png word-late.png word-minutes.png word-agreed.png word-fast.png word-slow.png",
        "random-2: word-agreed.png word-fast.png word-late.png word-leaving.png word-me.png word-not.png word-tea.png word-minutes.png word-slow.png",
        "fixed-1: visitor-moon-lamp.png code",
        "fixed-2: visitor-moon-lamp.png code",
      ]
    `);
  });

  const renderAll = (renderer: Renderer) =>
    Promise.all(golden.map(({ picture }) => renderer.render(picture)));

  test.each([
    ["one thread that keeps no layer", 1, 0],
    ["one thread that keeps a few layers", 1, 2 << 20],
    ["three threads", 3, 64 << 20],
  ])("by %s", async (_, workers, maxLayerBytes) => {
    await expectGolden(await renderAll(startRendering(workers, maxLayerBytes)));
  });

  test("by a thread that keeps all layers, the first time and the second", async () => {
    const renderer = startRendering(1, 64 << 20);
    await expectGolden(await renderAll(renderer));
    await expectGolden(await renderAll(renderer));
  });

  test("in whatever order, and with as many threads within the library as there are", async () => {
    const before = sharp.concurrency();
    sharp.concurrency(4);
    const cache = createLayerCache(64 << 20);
    const pngs = new Map<string, Buffer>();
    for (const { name, picture } of golden.toReversed())
      pngs.set(name, await composeArtwork(picture, { cache, read: readLayer }));
    sharp.concurrency(before);
    await expectGolden(golden.flatMap(({ name }) => pngs.get(name) ?? []));
  });

  test("and none is kept that is no longer made", async () => {
    const files = await readdir(at("pictures/"));
    expect(files.toSorted()).toEqual(golden.map(({ name }) => `${name}.png`).toSorted());
  });
});

test("the codes of the golden pictures can be read", async () => {
  for (const { name, picture } of golden) {
    if (!picture.layers.some(({ kind }) => kind === "qr")) continue;
    const { data, info } = await sharp(await readGolden(name))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(decode(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(codeText(name));
  }
});
