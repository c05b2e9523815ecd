import { z } from "zod";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database/database.ts";
import { isForeignKeyViolation } from "../../platform/database/database-errors.ts";
import { job, queue } from "../../platform/jobs/queue.ts";
import type { StorageKey } from "../../platform/storage/key.ts";
import { deleteAbandonedPhotos } from "../experiences/index.ts";
import {
  clearDeadReferences,
  clearUnmeasuredFiles,
  countBatch,
  deleteDescriptions,
  type FileCounts,
  type FileTotals,
  findUnmeasuredFiles,
  listCollectable,
  lockCollectable,
  markBatch,
  registerMissingFiles,
  saveListedFiles,
  waiveGracePeriod,
  withoutTimeout,
} from "./collect.data.ts";
import { withdrawCopy } from "./public-files.ts";
import { lockPlace } from "./withheld-files.data.ts";

/** Files per statement. */
const BATCH_SIZE = 1_000;
/** Consecutive files that could not be deleted, after which the storage counts as unavailable. */
const MAX_FAILURES = 5;
const HOUR_MS = 60 * 60 * 1000;

export type Collector = Pick<Context, "config" | "db" | "storage" | "clock">;

/**
 * Marks files that no row refers to any more, and deletes the ones that were marked before the grace period. Any node may
 * run it at any time, also several at once.
 * @throws Error if files could not be deleted; a retry continues
 */
export async function collectFiles(collector: Collector): Promise<FileTotals> {
  const { db, clock } = collector;
  const now = clock.now();
  await registerStoredFiles(collector);
  await withoutTimeout(db, endReferences);
  for (let after: StorageKey | undefined = ""; after !== undefined; )
    after = await markBatch(db, { after, limit: BATCH_SIZE, now });
  return deleteFiles(collector, getCutoff(collector));
}

/** Counts files and what `collectFiles` would delete. Changes nothing. */
export async function previewCollection(collector: Collector): Promise<FileCounts> {
  const until = getCutoff(collector);
  const preview = await collector.db.startTransaction().execute();
  try {
    await endReferences(preview);
    const sums = { stored: noFiles(), unreferenced: noFiles(), collectable: noFiles() };
    for (let after: StorageKey | undefined = ""; after !== undefined; ) {
      const batch = await countBatch(preview, { after, limit: BATCH_SIZE, until });
      for (const kind of ["stored", "unreferenced", "collectable"] as const) {
        sums[kind].files += batch[kind].files;
        sums[kind].bytes += batch[kind].bytes;
      }
      after = batch.last;
    }
    return sums;
  } finally {
    await preview.rollback().execute();
  }
}

async function endReferences(tx: Executor): Promise<void> {
  await clearDeadReferences(tx);
  await waiveGracePeriod(tx, await deleteAbandonedPhotos(tx));
}

function noFiles(): FileTotals {
  return { files: 0, bytes: 0 };
}

function getCutoff({ clock, config }: Collector): Date {
  return new Date(clock.now().getTime() - config.files.graceHours * HOUR_MS);
}

/** Lists the storage after an upgrade, when the sizes of older files are unknown. */
async function registerStoredFiles({ db, storage }: Collector): Promise<void> {
  await withoutTimeout(db, registerMissingFiles);
  const started = await findUnmeasuredFiles(db);
  if (started === undefined) return;
  let batch: { key: StorageKey; size: number }[] = [];
  for await (const file of storage.list()) {
    if (file.key.endsWith(".ipld")) continue;
    batch.push(file);
    if (batch.length < BATCH_SIZE) continue;
    await saveListedFiles(db, batch);
    batch = [];
  }
  await saveListedFiles(db, batch);
  await clearUnmeasuredFiles(db, started);
}

async function deleteFiles(collector: Collector, until: Date): Promise<FileTotals> {
  const deleted = noFiles();
  const errors: unknown[] = [];
  for (let after = ""; ; ) {
    const keys = await listCollectable(collector.db, { until, after, limit: BATCH_SIZE });
    for (const key of keys) {
      const bytes = await deleteFile(collector, key, until).catch((error: unknown) => {
        errors.push(error);
        if (errors.length === MAX_FAILURES) throw error;
      });
      if (bytes === undefined) continue;
      deleted.files += 1;
      deleted.bytes += bytes;
    }
    const last = keys.at(-1);
    if (last === undefined) break;
    after = last;
  }
  if (errors.length > 0)
    throw new Error(`${errors.length} unreferenced files could not be deleted.`, { cause: errors[0] });
  return deleted;
}

/**
 * Deletes a file with the rows that describe it. The file goes while its row is locked, so an upload of the same content
 * waits and stores it again. If the process dies before the commit, the row stays marked and the next run repeats it.
 * Returns the file's bytes; undefined if it is in use.
 */
async function deleteFile(
  { db, storage, config }: Collector,
  key: StorageKey,
  until: Date,
): Promise<number | undefined> {
  try {
    return await db.transaction().execute(async (tx) => {
      // A file that is being moved is deleted wherever it is then.
      await lockPlace(tx, key);
      const locked = await lockCollectable(tx, key, until);
      if (locked === undefined) return undefined;
      if (locked.hasCopy && storage.publicCopies !== undefined)
        await withdrawCopy({ queue, config }, tx, { key, copies: storage.publicCopies });
      await deleteDescriptions(tx, key);
      await storage.delete(key);
      return locked.bytes;
    });
  } catch (error) {
    if (isForeignKeyViolation(error)) return undefined;
    throw error;
  }
}

/** Deletes images without a grace period, unless anything refers to them. */
export const deleteImagesJob = job({
  name: "delete-images",
  payload: z.object({ imageIds: z.array(z.string()) }),
  tries: 10,
  priority: "bulk",
  async run(context, { imageIds }) {
    await waiveGracePeriod(context.db, imageIds);
    await deleteFiles(context, getCutoff(context));
  },
});

/** Deletes images that the caller's transaction no longer refers to, once it commits. */
export async function releaseImages(
  { queue }: Pick<Context, "queue">,
  tx: Executor,
  imageIds: readonly string[],
): Promise<void> {
  if (imageIds.length > 0) await queue.enqueue(tx, deleteImagesJob, { imageIds: [...new Set(imageIds)] });
}

export const collectFilesJob = job({
  name: "collect-files",
  payload: z.object({}),
  tries: 5,
  priority: "bulk",
  cron: "17 */6 * * *",
  async run(context) {
    const deleted = await collectFiles(context);
    if (deleted.files > 0) context.log.info(deleted, "unreferenced files deleted");
  },
});
