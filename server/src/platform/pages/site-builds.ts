import { readdir, readFile } from "node:fs/promises";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Context } from "../context.ts";
import { negotiateEncoding } from "../http/content-encoding.ts";
import { job } from "../jobs/queue.ts";
import {
  deleteBuildsBefore,
  findStoredAssets,
  type PackedAsset,
  type StoredAsset,
  upsertBuild,
} from "./site-builds.data.ts";

/** Pages that stay open longer have to be reloaded. */
const BUILD_TTL_MS = 30 * 24 * 60 * 60 * 1_000;
const REFRESH_MS = 12 * 60 * 60 * 1_000;
const RETRY_MS = 30_000;
/** A start does not wait longer for a store that does not answer. */
const START_TIMEOUT_MS = 5_000;
const CACHE_BYTES = 8 << 20;

type BuildContext = Pick<Context, "db" | "storage" | "clock" | "log">;

/**
 * Stores the assets of a build of the site, so that nodes with another build can send them. Nodes may store the same build at the same
 * time.
 */
export async function storeBuild(
  { db, storage, clock }: Omit<BuildContext, "log">,
  folder: string,
): Promise<void> {
  const { content, assets } = await packAssets(folder);
  const { key: fileKey } = await storage.put(content, {
    extension: "bin",
    contentType: "application/octet-stream",
  });
  const now = clock.now();
  await db.transaction().execute((tx) => upsertBuild(tx, { fileKey, assets, now }));
}

/** Puts the files of a folder one after the other, by name, so that the same build gives the same content. */
async function packAssets(folder: string): Promise<{ content: Buffer; assets: PackedAsset[] }> {
  const names = (await readdir(folder)).sort();
  const files: Buffer[] = [];
  const assets: PackedAsset[] = [];
  let firstByte = 0;
  for (const name of names) {
    const file = await readFile(`${folder}/${name}`);
    files.push(file);
    assets.push({ name, firstByte, size: file.length });
    firstByte += file.length;
  }
  return { content: Buffer.concat(files), assets };
}

/**
 * Stores the build of this node, and twice a day notes that it is still in use. Resolves when it is stored, so that other nodes can send the
 * assets of the first page, or after five seconds: a failure is logged and tried again, because pages work without.
 */
export async function keepBuildStored(
  context: BuildContext,
  folder: string,
): Promise<{ stop(): Promise<void> }> {
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let storing: Promise<void> = Promise.resolve();
  const scheduleNext = (delayMs: number) => {
    if (stopped.signal.aborted) return;
    timer = setTimeout(startStoring, delayMs);
    timer.unref();
  };
  const startStoring = () => {
    storing = storeBuild(context, folder).then(
      () => scheduleNext(REFRESH_MS),
      (error: unknown) => {
        context.log.warn({ err: error }, "storing the assets of this build failed; trying again");
        scheduleNext(RETRY_MS);
      },
    );
  };
  startStoring();
  await Promise.race([storing, waitUnlessStopped(START_TIMEOUT_MS)]);
  return {
    async stop() {
      stopped.abort();
      clearTimeout(timer);
      await storing;
    },
  };
}

function waitUnlessStopped(delayMs: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, delayMs).unref());
}

export type PreviousAsset = { body: Buffer; encoding: "br" | "gzip" | undefined };

/** Returns a function that reads an asset of another build, in an encoding that the request accepts. */
export function createAssetReader({
  db,
  storage,
}: Pick<Context, "db" | "storage">): (
  name: string,
  acceptEncoding: string | undefined,
) => Promise<PreviousAsset | undefined> {
  const cache = new LRUCache<string, Buffer>({
    maxSize: CACHE_BYTES,
    maxEntrySize: CACHE_BYTES / 8,
    sizeCalculation: ({ length }, key) => length + 2 * key.length,
  });
  const readPart = async ({ name, fileKey, firstByte, size }: StoredAsset): Promise<Buffer> => {
    const key = `${fileKey} ${name}`;
    const cached = cache.get(key);
    if (cached !== undefined || size === 0) return cached ?? Buffer.alloc(0);
    const stream = await storage.read(fileKey, { start: firstByte, end: firstByte + size - 1 });
    const body = Buffer.concat(await stream.toArray());
    cache.set(key, body);
    return body;
  };
  return async (name, acceptEncoding) => {
    const encoding = negotiateEncoding(acceptEncoding);
    const encodedName = encoding === undefined ? name : `${name}.${encoding === "br" ? "br" : "gz"}`;
    const found = await findStoredAssets(db, [name, encodedName]);
    const encoded = found.find((asset) => asset.name === encodedName);
    const asset = encoded ?? found.find((candidate) => candidate.name === name);
    if (asset === undefined) return undefined;
    return { body: await readPart(asset), encoding: asset.name === name ? undefined : encoding };
  };
}

export const deleteBuildsJob = job({
  name: "delete-site-builds",
  payload: z.object({}),
  tries: 3,
  cron: "17 4 * * *",
  run: ({ db, clock }) => deleteBuildsBefore(db, new Date(clock.now().getTime() - BUILD_TTL_MS)),
});
