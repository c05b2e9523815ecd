import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { CANVAS_SIDE_PX } from "@wrapsody/shared/experiences/placing.ts";
import sharp from "sharp";
import {
  type Drawable,
  drawGenerative,
  signatureOf,
} from "../../server/src/features/artwork/engine/draw/draw.ts";
import { createPrng } from "../../server/src/features/artwork/engine/draw/prng.ts";
import {
  rendererSettings,
  startRenderer,
} from "../../server/src/features/artwork/engine/renderer/renderer.ts";
import type { Contender } from "./contender.ts";
import { openHashlips } from "./hashlips/engine.ts";

/**
 * Composes the requested number of pictures as one contender does, in a separate process:
 * `node benchmarks/peers/pictures.ts <contender> <layers> <engine>`, forked; HashLips' engine alone needs the last.
 */
export type PictureRequest = { pictures: number };
/** `cpu`: milliseconds of processor time for a picture; `bytes`: of a picture; `resident`: bytes of the process. */
export type RunResult = { seconds: number; cpu: number; bytes: number; resident: number };

type Part = Drawable & { path: string };
type Draw = (edition: number) => Part[];

const [, , name = "", layers = "", engine = ""] = process.argv;
const build = join(layers, "..", `${name}-build`);
await mkdir(build, { recursive: true });

const contenders: Record<string, () => Promise<Contender>> = {
  wrapsody: openWrapsody,
  sharp: openSharp,
  hashlips: () => openHashlips(layers, engine),
};
const open = contenders[name];
if (open === undefined) throw new Error(`There is no contender ${name}.`);
const contender = await open();

process.on("message", ({ pictures }: PictureRequest) => {
  void composeAll(pictures).then((result) => process.send?.(result));
});
process.send?.("ready");

async function composeAll(pictures: number): Promise<RunResult> {
  const make = await contender.prepare(pictures);
  const [start, used] = [performance.now(), process.cpuUsage()];
  await make();
  const { user, system } = process.cpuUsage(used);
  const seconds = (performance.now() - start) / 1_000;
  const resident = process.memoryUsage.rss();
  return {
    seconds,
    cpu: (user + system) / 1_000 / pictures,
    bytes: (await removePictures(pictures)) / pictures,
    resident,
  };
}

/** Removes all pictures, of which none may be missing, and returns their bytes. */
async function removePictures(pictures: number): Promise<number> {
  const files = (await readdir(contender.images)).map((file) => join(contender.images, file));
  if (files.length !== pictures) throw new Error(`${name} made ${files.length} of ${pictures} pictures.`);
  let bytes = 0;
  for (const file of files) {
    const { width, height } = await sharp(file).metadata();
    if (width !== CANVAS_SIDE_PX || height !== CANVAS_SIDE_PX)
      throw new Error(`${name} made one of ${width} by ${height}.`);
    bytes += (await stat(file)).size;
    await rm(file);
  }
  return bytes;
}

/** Composes as the program does: the same draw, one thread for pictures and as much memory for layers. */
async function openWrapsody(): Promise<Contender> {
  const renderer = startRenderer({ ...rendererSettings, read: readFile });
  const place = { left: 0, top: 0, width: CANVAS_SIDE_PX, height: CANVAS_SIDE_PX };
  // With two, the thread is never idle.
  return drawConcurrently(2, (parts) => {
    const images = parts.map(({ path }) => ({ kind: "image" as const, id: path, place }));
    return renderer.render({ ground: "#ffffff", layers: images });
  });
}

/** Composes with the least code: files over each other, in as light a PNG as ours, one picture per processor at a time. */
async function openSharp(): Promise<Contender> {
  const ground = {
    width: CANVAS_SIDE_PX,
    height: CANVAS_SIDE_PX,
    channels: 4,
    background: "#ffffff",
  } as const;
  return drawConcurrently(availableParallelism(), (parts) =>
    sharp({ create: ground })
      .composite(parts.map(({ path }) => ({ input: path })))
      .removeAlpha()
      .png({ compressionLevel: 4, adaptiveFiltering: false })
      .toBuffer(),
  );
}

/** Creates a contender that composes `concurrency` pictures at a time, drawn as the program draws a collection. */
function drawConcurrently(concurrency: number, make: (parts: Part[]) => Promise<Buffer>): Contender {
  let collections = 0;
  return {
    images: build,
    async prepare(pictures) {
      collections += 1;
      const draw = await openDraw(`collection ${collections}`);
      let editions = 0;
      const work = async () => {
        while (editions < pictures) {
          editions += 1;
          const file = join(build, `${editions}.png`);
          await writeFile(file, await make(draw(editions)));
        }
      };
      return async () => void (await Promise.all(Array.from({ length: concurrency }, work)));
    },
  };
}

/** Opens our draw, by the weights in the files' names, for contenders without one. */
async function openDraw(collection: string): Promise<Draw> {
  const slots = (await readdir(layers)).sort();
  const files = await Promise.all(
    slots.map(async (slot) => ({ slot, names: (await readdir(join(layers, slot))).sort() })),
  );
  const parts = files
    .flatMap(({ slot, names }) => names.map((file) => ({ slot, file })))
    .map(({ slot, file }, at): Part => {
      const rarity = 100 - Number(/#(\d+)\./.exec(file)?.[1] ?? 1);
      return {
        id: at + 1,
        slot_number: Number(slot),
        component_type: "IMAGE",
        max_permitted: 0,
        rarity,
        path: join(layers, slot, file),
      };
    });
  const signatures = new Set<string>();
  return (edition) => {
    const drawn = drawGenerative(
      parts,
      { used: new Map(), taken: signatures },
      createPrng(`${collection} edition ${edition}`),
    );
    if (drawn === undefined) throw new Error("There are too few layers for so many editions.");
    signatures.add(signatureOf(drawn));
    return drawn;
  };
}
