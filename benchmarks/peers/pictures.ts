import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { side } from "@wrapsody/shared/placing.ts";
import sharp from "sharp";
import { chanceOf } from "../../server/src/features/artwork/engine/chance.ts";
import { type Drawable, drawGenerative, signatureOf } from "../../server/src/features/artwork/engine/draw.ts";
import { rendererSettings, startRenderer } from "../../server/src/features/artwork/engine/renderer.ts";
import { hashlips } from "./hashlips.ts";

/**
 * Makes pictures as one contender does, in a process of its own, for as long as it is asked to:
 * `node benchmarks/peers/pictures.ts <contender> <layers>`, forked.
 */
export type Asked = { seconds: number };
/** `cpu`: milliseconds of processor time for a picture; `bytes`: of all pictures; `resident`: bytes of the process. */
export type Made = { pictures: number; seconds: number; cpu: number; bytes: number; resident: number };

/** `atOnce`: pictures under way at the same time. */
type Contender = { atOnce: number; make(edition: number): Promise<Buffer> };
type Part = Drawable & { path: string };

const [, , name = "", layers = ""] = process.argv;
const build = join(layers, "..", `${name}-build`);
await mkdir(build, { recursive: true });

const contenders: Record<string, () => Promise<Contender>> = {
  wrapsody: openWrapsody,
  sharp: openSharp,
  hashlips: async () => ({ atOnce: 1, make: await hashlips({ layers, build, side }) }),
};
const open = contenders[name];
if (open === undefined) throw new Error(`There is no contender ${name}.`);
const { atOnce, make } = await open();

let editions = 0;
process.on("message", ({ seconds }: Asked) => {
  void makeFor(seconds).then((made) => process.send?.(made));
});
process.send?.("ready");

async function makeFor(seconds: number): Promise<Made> {
  const made = { pictures: 0, bytes: 0 };
  const [start, used] = [performance.now(), process.cpuUsage()];
  const hand = async () => {
    while (performance.now() - start < seconds * 1_000) {
      editions += 1;
      made.bytes += (await make(editions)).length;
      made.pictures += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, hand));
  const { user, system } = process.cpuUsage(used);
  const taken = (performance.now() - start) / 1_000;
  const cpu = (user + system) / 1_000 / made.pictures;
  return { ...made, seconds: taken, cpu, resident: process.memoryUsage.rss() };
}

/** As the program does it: the same draw, its one thread for pictures and as much memory for layers. */
async function openWrapsody(): Promise<Contender> {
  const draw = await openDraw();
  const renderer = startRenderer({ ...rendererSettings, read: readFile });
  const place = { left: 0, top: 0, width: side, height: side };
  return {
    // The thread is never without work.
    atOnce: 2,
    async make(edition) {
      const drawn = draw(edition).map(({ path }) => ({ kind: "image" as const, id: path, place }));
      const png = await renderer.render({ ground: "#ffffff", layers: drawn });
      await writeFile(join(build, `${edition}.png`), png);
      return png;
    },
  };
}

/** The least code for it: files laid over each other, in as light a PNG as ours. As many at once as there are processors. */
async function openSharp(): Promise<Contender> {
  const draw = await openDraw();
  const ground = { width: side, height: side, channels: 4, background: "#ffffff" } as const;
  return {
    atOnce: availableParallelism(),
    async make(edition) {
      const png = await sharp({ create: ground })
        .composite(draw(edition).map(({ path }) => ({ input: path })))
        .removeAlpha()
        .png({ compressionLevel: 4, adaptiveFiltering: false })
        .toBuffer();
      await writeFile(join(build, `${edition}.png`), png);
      return png;
    },
  };
}

/** Ours, by the weights in the files' names, for a contender that brings none. */
async function openDraw(): Promise<(edition: number) => Part[]> {
  const slots = (await readdir(layers)).sort();
  const files = await Promise.all(
    slots.map(async (slot) => ({ slot, names: (await readdir(join(layers, slot))).sort() })),
  );
  const parts = files
    .flatMap(({ slot, names }) => names.map((file) => ({ slot, file })))
    .map(({ slot, file }, at): Part => {
      const rarity = 100 - Number(/#(\d+)\./.exec(file)?.[1] ?? 1);
      return {
        ...{ id: at + 1, slot_number: Number(slot), component_type: "IMAGE", max_permitted: 0 },
        ...{ rarity, path: join(layers, slot, file) },
      };
    });
  const taken = new Set<string>();
  return (edition) => {
    const drawn = drawGenerative(parts, { used: new Map(), taken }, chanceOf(`edition ${edition}`)) ?? [];
    taken.add(signatureOf(drawn));
    return drawn;
  };
}
