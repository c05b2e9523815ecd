import { mkdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { getAnchorEdges, mirrorFromEdge } from "@wrapsody/shared/experiences/placing.ts";
import sharp, { type OverlayOptions } from "sharp";
import { demoExperiences } from "../catalogue/experiences.ts";
import { type Draw, pickByWeight, rarityScores, slotsOf } from "./chances.ts";
import type { DemoArtwork, DemoComponent, RenderedArtwork } from "./components.ts";
import { chance, shuffled } from "./draw/ink.ts";
import { demoArtworks } from "./manifest.ts";

/** `node demo/art/render.ts`: prints the picture of every seeded participant and lists them in `rendered.ts`. */
const art = fileURLToPath(new URL(".", import.meta.url));
const side = 900;

type Drawn = { readonly draw: Draw; readonly score: number };

/** The QR code is everybody's; what makes a picture its own is the rest. */
const signature = (draw: Draw) =>
  draw
    .filter((c) => c.component_type === "IMAGE")
    .map((c) => c.name)
    .join("|");

function drawAll(artwork: DemoArtwork, count: number): Drawn[] {
  const next = chance([...artwork.slug].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
  if (artwork.type === "RANDOM") {
    const pieces = [...artwork.components];
    return Array.from({ length: count }, () => ({ draw: shuffled(pieces, next), score: 0 }));
  }
  const slots = slotsOf(artwork);
  const scoreOf = rarityScores(slots);
  const used = new Map<string, number>();
  const seen = new Set<string>();
  return Array.from({ length: count }, () => {
    const draw = drawUnseen(slots, used, seen, next);
    seen.add(signature(draw));
    for (const { name } of draw) used.set(name, (used.get(name) ?? 0) + 1);
    return { draw, score: scoreOf(draw) };
  });
}

function drawUnseen(
  slots: readonly DemoComponent[][],
  used: ReadonlyMap<string, number>,
  seen: ReadonlySet<string>,
  next: () => number,
): DemoComponent[] {
  const free = slots.map((choices) =>
    choices.filter((c) => c.max_permitted === 0 || (used.get(c.name) ?? 0) < c.max_permitted),
  );
  for (let attempt = 0; attempt < 50; attempt++) {
    const draw = free.map((choices) => pickByWeight(choices, next));
    if (!seen.has(signature(draw))) return draw;
  }
  throw new Error("Fifty draws in a row were taken already.");
}

/** Inwards from its anchor, and never over the edge. */
function position(component: DemoComponent, height: number): { left: number; top: number } {
  const { anchor_point, offsetX, offsetY, width } = component;
  const edges = getAnchorEdges(anchor_point);
  const left = mirrorFromEdge(edges.x, offsetX, width);
  const top = mirrorFromEdge(edges.y, offsetY, height);
  return { left: within(left, side - width), top: within(top, side - height) };
}

const within = (value: number, most: number) => Math.round(Math.max(0, Math.min(value, most)));

async function layer(slug: string, component: DemoComponent): Promise<OverlayOptions> {
  const { data, info } = await sharp(`${art}experiences/${slug}/${component.file}`)
    .resize({ width: component.width })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  return { input: data, ...position(component, info.height) };
}

/** The nine of a RANDOM picture stand where the grid says, the others where they say themselves. */
async function compose(artwork: DemoArtwork, draw: Draw): Promise<Buffer> {
  const placed =
    artwork.type === "RANDOM"
      ? draw.map((c, i) => ({ ...c, offsetX: (i % 3) * 300, offsetY: Math.floor(i / 3) * 300 }))
      : draw;
  const ordered = placed.toSorted((a, b) => a.layer_level - b.layer_level || a.slot_number - b.slot_number);
  const layers = await Promise.all(ordered.map((component) => layer(artwork.slug, component)));
  const ground =
    artwork.type === "FIXED_IMAGE"
      ? sharp(await sharp(`${art}experiences/${artwork.slug}/promo.jpg`).resize(side).png().toBuffer())
      : sharp({ create: { width: side, height: side, channels: 4, background: "#ffffff" } });
  return ground.composite(layers).removeAlpha().png({ compressionLevel: 1 }).toBuffer();
}

/** Flat colour keeps best without loss; what is too busy for that is compressed until it is small enough. */
async function encode(picture: Buffer): Promise<Buffer> {
  const exact = await sharp(picture).webp({ nearLossless: true, quality: 40, effort: 4 }).toBuffer();
  if (exact.length < 19_000) return exact;
  for (const quality of [80, 60, 44, 28]) {
    const lossy = await sharp(picture).webp({ quality, effort: 4, smartSubsample: true }).toBuffer();
    if (lossy.length < 20_000) return lossy;
  }
  return sharp(picture).webp({ quality: 20, effort: 4 }).toBuffer();
}

async function renderExperience(artwork: DemoArtwork, count: number): Promise<RenderedArtwork[]> {
  const folder = `${art}experiences/${artwork.slug}/rendered`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const rows: RenderedArtwork[] = [];
  for (const [i, { draw, score }] of drawAll(artwork, count).entries()) {
    const file = `${String(i + 1).padStart(2, "0")}.webp`;
    await writeFile(`${folder}/${file}`, await encode(await compose(artwork, draw)));
    rows.push({
      slug: artwork.slug,
      number: i + 1,
      file: `rendered/${file}`,
      components: draw.map(({ name }) => name),
      total_rarity_score: score,
    });
  }
  return rows;
}

const rows: RenderedArtwork[] = [];
for (const { slug, participants } of demoExperiences) {
  const artwork = demoArtworks.find((candidate) => candidate.slug === slug);
  if (artwork !== undefined && participants > 0)
    rows.push(...(await renderExperience(artwork, participants)));
}
await writeFile(
  `${art}rendered.ts`,
  `// Generated by \`node demo/art/render.ts\`; do not edit.
import type { RenderedArtwork } from "./components.ts";

export const renderedArtworks: readonly RenderedArtwork[] = [
${rows
  .map(
    (row) =>
      `  ${JSON.stringify(row)
        .replace(/"(\w+)":/g, "$1: ")
        .replaceAll(",", ", ")},`,
  )
  .join("\n")}
];
`,
);
