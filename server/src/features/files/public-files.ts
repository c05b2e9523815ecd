import { z } from "zod";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database/database.ts";
import { job } from "../../platform/jobs/queue.ts";
import type { StorageKey } from "../../platform/storage/key.ts";
import type { PublicCopies } from "../../platform/storage/storage.ts";
import { withoutTimeout } from "./collect.data.ts";
import { listUndecided, lockPublicFile, setPublicState, withdrawStaleFiles } from "./public-files.data.ts";

/** Files per run of the job. */
const BATCH_SIZE = 500;
const PURGE_TIMEOUT_MS = 10_000;

/** Copies requested files that are public, and deletes the copies of files that no longer are. */
export const syncPublicFilesJob = job({
  name: "sync-public-files",
  payload: z.object({}),
  tries: 3,
  cron: "* * * * *",
  async run(context) {
    const copies = context.storage.publicCopies;
    if (copies === undefined) return;
    for (let after = ""; ; ) {
      const keys = await listUndecided(context.db, { after, limit: BATCH_SIZE });
      for (const key of keys) await syncPublicFile(context, copies, key);
      const last = keys.at(-1);
      if (last === undefined) return;
      after = last;
    }
  },
});

export const withdrawStaleFilesJob = job({
  name: "withdraw-stale-files",
  payload: z.object({}),
  tries: 3,
  cron: "37 */6 * * *",
  async run({ db, storage }) {
    if (storage.publicCopies !== undefined) await withoutTimeout(db, withdrawStaleFiles);
  },
});

/**
 * Publishes or withdraws one file. PUBLISHING is stored before the copy exists, so a process that dies leaves no copy that
 * the database does not know.
 */
async function syncPublicFile(context: Context, copies: PublicCopies, key: StorageKey): Promise<void> {
  const { db } = context;
  const isPublished = await db.transaction().execute(async (tx) => {
    const file = await lockPublicFile(tx, key);
    if (file === undefined || file.state === null || file.state === "PUBLIC") return false;
    if (file.isPublic) await setPublicState(tx, key, "PUBLISHING");
    else await withdrawCopy(context, tx, { key, copies });
    return file.isPublic;
  });
  if (!isPublished) return;
  await db.transaction().execute(async (tx) => {
    // It may have been withdrawn meanwhile; the next run decides.
    if ((await lockPublicFile(tx, key))?.state !== "PUBLISHING") return;
    await copies.create(key);
    await setPublicState(tx, key, "PUBLIC");
  });
}

/** Deletes the copy of a locked file and purges its address. */
export async function withdrawCopy(
  { queue, config }: Pick<Context, "queue" | "config">,
  tx: Executor,
  { key, copies }: { key: StorageKey; copies: PublicCopies },
): Promise<void> {
  await copies.delete(key);
  await setPublicState(tx, key, null);
  if (config.cdnPurge !== undefined) await queue.enqueue(tx, purgeAddressJob, { url: copies.url(key) });
}

/** Purges an address from the CDN, after its file is gone. Repeated until the CDN accepts the call. */
export const purgeAddressJob = job({
  name: "purge-address",
  payload: z.object({ url: z.string() }),
  tries: 25,
  async run({ config }, { url }) {
    if (config.cdnPurge === undefined) return;
    const { url: template, token } = config.cdnPurge;
    const response = await fetch(template.replaceAll("{url}", encodeURIComponent(url)), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ files: [url] }),
      redirect: "error",
      signal: AbortSignal.timeout(PURGE_TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The CDN answered ${response.status} to the purge of an address.`);
  },
});
