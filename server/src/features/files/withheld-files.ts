import { z } from "zod";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database/database.ts";
import { job } from "../../platform/jobs/queue.ts";
import type { StorageKey } from "../../platform/storage/key.ts";
import {
  listFilesOf,
  listWithheldFiles,
  lockPlace,
  markWithheld,
  type RestrictedThing,
  readIsToBeWithheld,
  unmarkWithheld,
} from "./withheld-files.data.ts";

/** Files per job. */
const BATCH_SIZE = 200;
/** Each takes a connection to the database. */
const CONCURRENCY = 4;
/** Files that could not be moved, after which the storage counts as unavailable. */
const MAX_FAILURES = 4;

/** Moves files to the place that the restrictions in force require. */
export const placeFilesJob = job({
  name: "place-files",
  payload: z.object({ keys: z.array(z.string()) }),
  tries: 25,
  async run(context, { keys }) {
    await placeFiles(context, keys);
  },
});

/** Repeats the move of withheld files that anything brought back, and releases files that a public wrap has as well by now. */
export const placeWithheldFilesJob = job({
  name: "place-withheld-files",
  payload: z.object({}),
  tries: 3,
  priority: "bulk",
  cron: "43 */6 * * *",
  async run(context) {
    for (let after = ""; ; ) {
      const keys = await listWithheldFiles(context.db, { after, limit: BATCH_SIZE });
      await placeFiles(context, keys);
      const last = keys.at(-1);
      if (last === undefined) return;
      after = last;
    }
  },
});

/**
 * Moves the files of a thing that is restricted or restored in the caller's transaction, as soon as that commits. `before`: its files before
 * the restriction was applied, because a recording that was replaced meanwhile is to be withheld as well.
 */
export async function enqueuePlacing(
  { queue }: Pick<Context, "queue">,
  tx: Executor,
  { thing, before }: { thing: RestrictedThing; before: readonly StorageKey[] },
): Promise<void> {
  const keys = [...new Set([...before, ...(await listFilesOf(tx, thing))])];
  for (let start = 0; start < keys.length; start += BATCH_SIZE) {
    // The many files of a large catalogue do not hold up logins.
    const priority = start === 0 ? "urgent" : "normal";
    await queue.enqueue(tx, placeFilesJob, { keys: keys.slice(start, start + BATCH_SIZE) }, { priority });
  }
}

/** @throws Error if files could not be moved; a retry continues */
async function placeFiles(context: Context, keys: readonly StorageKey[]): Promise<void> {
  const waiting = [...keys];
  const errors: unknown[] = [];
  const placeNext = async () => {
    while (errors.length < MAX_FAILURES) {
      const key = waiting.shift();
      if (key === undefined) return;
      await placeFile(context, key).catch((error: unknown) => errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, placeNext));
  if (errors.length > 0)
    throw new Error(`${errors.length + waiting.length} files were not moved.`, { cause: errors[0] });
}

/**
 * Moves a file to where it belongs. The mark is stored before the file is withheld, and removed after it is released, so a process that dies
 * leaves no withheld file that the database does not know.
 */
async function placeFile({ db, storage, clock }: Context, key: StorageKey): Promise<void> {
  if (!(await markWithheld(db, key, clock.now()))) return;
  await db.transaction().execute(async (tx) => {
    await lockPlace(tx, key);
    const isToBeWithheld = await readIsToBeWithheld(tx, key);
    if (isToBeWithheld === undefined) return;
    if (isToBeWithheld) return storage.withheldFiles?.withhold(key);
    await storage.withheldFiles?.release(key);
    await unmarkWithheld(tx, key);
  });
}
