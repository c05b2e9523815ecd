import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createCanvas, loadImage } from "@napi-rs/canvas";

/**
 * The loop of the HashLips Art Engine 1 (`src/main.js`, also on npm as `hashlips_art_engine`), told in our own words: for
 * each edition a DNA is drawn by the weights in the files' names, again where it is taken; the image of each of its layers
 * is loaded anew from its file, all of them at once, and drawn one over the other on the one canvas, which is cleared
 * before; the canvas is written as a PNG with what the library takes as its own settings. One edition after the other.
 *
 * It draws on `@napi-rs/canvas`, which has the interface of the `canvas` that the engine names, and is kept up.
 */
export async function hashlips({ layers, build, side }: { layers: string; build: string; side: number }) {
  const slots = await readLayers(layers);
  const canvas = createCanvas(side, side);
  const context = canvas.getContext("2d");
  const taken = new Set<string>();
  return async (edition: number): Promise<Buffer> => {
    let dna = drawDna(slots);
    for (let failed = 0; taken.has(dna); failed++) {
      if (failed >= mostFailures) throw new Error("There are too few layers for so many editions.");
      dna = drawDna(slots);
    }
    const chosen = dna.split("-").map((id, at) => elementOf(slots, at, Number(id)));
    const images = await Promise.all(chosen.map(({ path }) => loadImage(path)));
    context.clearRect(0, 0, side, side);
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, side, side);
    for (const image of images) {
      context.globalAlpha = 1;
      context.globalCompositeOperation = "source-over";
      context.drawImage(image, 0, 0, side, side);
    }
    const png = canvas.toBuffer("image/png");
    await writeFile(join(build, `${edition}.png`), png);
    const attributes = chosen.map(({ name, slot }) => ({ trait_type: slot, value: name }));
    await writeFile(join(build, `${edition}.json`), JSON.stringify({ edition, dna, attributes }, null, 2));
    taken.add(dna);
    return png;
  };
}

const mostFailures = 10_000;

type Element = { slot: string; name: string; path: string; weight: number };

/** A folder for each slot; a file is called `<name>#<weight>.png`. */
async function readLayers(folder: string): Promise<Element[][]> {
  const slots = (await readdir(folder)).sort();
  return Promise.all(
    slots.map(async (slot) => {
      const files = (await readdir(join(folder, slot))).sort();
      return files.map((file) => {
        const [name = "", weight = "1"] = file.slice(0, -4).split("#");
        return { slot, name, path: join(folder, slot, file), weight: Number(weight) };
      });
    }),
  );
}

function drawDna(slots: readonly Element[][]): string {
  return slots
    .map((elements) => {
      let left = Math.floor(Math.random() * elements.reduce((sum, { weight }) => sum + weight, 0));
      return elements.findIndex(({ weight }) => {
        left -= weight;
        return left < 0;
      });
    })
    .join("-");
}

function elementOf(slots: readonly Element[][], slot: number, id: number): Element {
  const element = slots[slot]?.[id];
  if (element === undefined) throw new Error("There is no such layer.");
  return element;
}
