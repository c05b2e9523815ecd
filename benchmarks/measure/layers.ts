import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { computeLayerBox } from "@wrapsody/shared/experiences/placing.ts";
import sharp from "sharp";
import type { DemoArtwork, DemoComponent } from "../../demo/art/components.ts";
import { demoArtworks } from "../../demo/art/manifest.ts";

const side = 900;
const art = (path: string) => fileURLToPath(new URL(`../../demo/art/${path}`, import.meta.url));

/** Builders of nine slots of layers of 900 by 900 pixels with alpha, by kind of art. */
export const kinds = {
  /** Artwork of the demo: a balcony, and passers-by at each hour. */
  flat: () => [...slotsOf("balcony-season", [1, 2, 3, 4, 5, 6, 7]), ...slotsOf("shadow-casting", [6, 7])],
  /** Grainy covers, seen through holes with soft edges: the worst case. */
  busy: () =>
    Array.from({ length: 9 }, (_, slot) =>
      covers.map((name, at) => ({ name, weight: 10 + 20 * at, png: () => throughHole(name, slot, at) })),
    ),
} as const satisfies Record<string, () => Layer[][]>;

type Layer = { name: string; weight: number; png: () => Promise<Buffer> };

const covers = ["concrete-lullaby", "fernhouse", "harmattan", "lamp-room"];

/** Writes layers in the layout of the HashLips engine: a folder for each slot with files `<name>#<weight>.png`. */
export async function writeLayers(kind: keyof typeof kinds, folder: string): Promise<void> {
  for (const [at, layers] of kinds[kind]().entries()) {
    const slot = join(folder, String(at + 1));
    await mkdir(slot, { recursive: true });
    for (const { name, weight, png } of layers)
      await writeFile(join(slot, `${name}#${weight}.png`), await png());
  }
}

function slotsOf(slug: DemoArtwork["slug"], slots: readonly number[]): Layer[][] {
  const artwork = demoArtworks.find((candidate) => candidate.slug === slug);
  return slots.map((slot) =>
    (artwork?.components ?? [])
      .filter(({ slot_number }) => slot_number === slot)
      .map((component) => ({
        name: component.file?.split(".")[0] ?? "",
        weight: 100 - component.rarity,
        png: () => onCanvas(slug, component),
      })),
  );
}

async function onCanvas(slug: string, component: DemoComponent): Promise<Buffer> {
  const file = art(`experiences/${slug}/${component.file}`);
  const { width: across, height: down } = await sharp(file).metadata();
  const { left, top, width, height } = computeLayerBox(component, { width: across, height: down });
  const input = await sharp(file).resize(width, height, { fit: "fill" }).png().toBuffer();
  return emptyCanvas().composite([{ input, left, top }]).png().toBuffer();
}

/** Draws a cover for the lowest slot whole, and for the others as a disc, each in another place. */
async function throughHole(name: string, slot: number, at: number): Promise<Buffer> {
  const cover = await sharp(art(`covers/${name}.jpg`))
    .resize(side, side)
    .toBuffer();
  const [x, y] = [180 + (slot % 3) * 270, 180 + Math.floor(slot / 3) * 270];
  const hole =
    slot === 0
      ? `<rect width="${side}" height="${side}"/>`
      : `<radialGradient id="g"><stop offset="0.8"/><stop offset="1" stop-opacity="0"/></radialGradient>
         <circle cx="${x}" cy="${y}" r="${150 + 20 * at}" fill="url(#g)"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${hole}</svg>`;
  return sharp(cover)
    .ensureAlpha()
    .composite([{ input: Buffer.from(svg), blend: "dest-in" }])
    .png()
    .toBuffer();
}

function emptyCanvas() {
  return sharp({ create: { width: side, height: side, channels: 4, background: "#00000000" } });
}
