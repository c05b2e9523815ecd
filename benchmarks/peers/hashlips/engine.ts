import { mkdir, readdir, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { CANVAS_SIDE_PX } from "@wrapsody/shared/experiences/placing.ts";
import type { Contender } from "../contender.ts";

/** The used part of the published engine. Its files show whether it composed everything. */
type Engine = {
  HashLipsGenerator: new (
    items: object,
    settings: object,
    keys: object,
  ) => { generator: { startCreating(): Promise<unknown> } };
};

/** The engine separates collections by a folder of this name. */
const collection = "benchmark";

/**
 * Opens the HashLips Art Engine from the folder it was fetched into, with its default settings except the size. Each run
 * is a new collection; only its creation is measured.
 */
export async function openHashlips(layers: string, engine: string): Promise<Contender> {
  const bucket = join(dirname(layers), "bucket");
  const slots = await fillBucket(layers, bucket);
  // The engine resolves its modules from the working directory and builds there.
  process.chdir(engine);
  process.env.BUCKET_URI = bucket;
  const { HashLipsGenerator }: Engine = createRequire(join(engine, "index.js"))("hashlips_art_engine");
  const build = join(engine, "generated", collection, "build");
  return {
    images: join(build, "images"),
    async prepare(pictures) {
      // The engine itself would remove it by a call that Node deprecates.
      await rm(build, { recursive: true, force: true });
      const layerConfigurations = [
        { growEditionSizeTo: pictures, layersOrder: slots.map((name) => ({ name })) },
      ];
      const items = { name: "Picture", folderName: collection, layerConfigurations };
      const format = { width: CANVAS_SIDE_PX, height: CANVAS_SIDE_PX, smoothing: false };
      const { generator } = new HashLipsGenerator(items, { format }, {});
      return async () => void (await generator.startCreating());
    },
  };
}

/** Links the files under the names that the engine requests. It splits names at hyphens, so they have none. */
async function fillBucket(layers: string, bucket: string): Promise<string[]> {
  const slots = (await readdir(layers)).sort();
  for (const slot of slots) {
    const folder = join(bucket, "layers", collection, "layers", slot);
    await mkdir(folder, { recursive: true });
    for (const file of await readdir(join(layers, slot))) {
      const name = file.replaceAll("-", "_").replace("#", "%23");
      await symlink(join(layers, slot, file), join(folder, name));
    }
  }
  return slots;
}
