import { segmentWords } from "@wrapsody/shared/text/segment-words.ts";
import { z } from "zod";
import type { Database, Executor } from "../../../platform/database/database.ts";
import { job } from "../../../platform/jobs/queue.ts";
import {
  endBackfill,
  findLastKey,
  listTexts,
  listTextsBetween,
  lockBackfill,
  type SearchedText,
  saveBackfill,
  takeTextsToSegment,
  updateWords,
  type WordSourceName,
} from "./read-words.data.ts";

/** Rows of a transaction. Writers of these rows wait for it. */
const BATCH_ROWS = 500;

/**
 * Segments the texts that triggers queued, and reads all texts again once after migration 0107. Each batch is a transaction with its progress,
 * so an interrupted run continues where it was.
 */
export const readWordsJob = job({
  name: "read-words",
  payload: z.object({}),
  tries: 3,
  // For texts that were queued while the last run ended, and for the texts of before the migration.
  cron: "* * * * *",
  async run({ db }) {
    while (await segmentBatch(db));
    while (await backfillBatch(db)) while (await segmentBatch(db));
  },
});

/**
 * Stores the words of texts that the caller has saved, so that they are found with its transaction and not only after the job. Only texts in
 * scripts without spaces need it.
 */
export async function storeSavedWords(
  tx: Executor,
  source: WordSourceName,
  ids: readonly number[],
  saved: readonly string[],
): Promise<void> {
  if (saved.every((text) => segmentWords(text) === text)) return;
  await storeWords(tx, source, await listTexts(tx, source, ids.map(String)));
}

/** Returns false if nothing waits. */
function segmentBatch(db: Database): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const taken = await takeTextsToSegment(tx, BATCH_ROWS);
    for (const { source, keys } of taken) await storeWords(tx, source, await listTexts(tx, source, keys));
    return taken.length > 0;
  });
}

/** Returns false if all texts were read again, or another node reads them. */
function backfillBatch(db: Database): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const progress = await lockBackfill(tx);
    if (progress === undefined) return false;
    const { source, lastKey: after } = progress;
    const last = await findLastKey(tx, source, { after, rows: BATCH_ROWS });
    if (last === undefined) {
      await endBackfill(tx, source);
      return true;
    }
    await storeWords(tx, source, await listTextsBetween(tx, source, { after, last }));
    await saveBackfill(tx, source, last);
    return true;
  });
}

function storeWords(tx: Executor, source: WordSourceName, texts: readonly SearchedText[]): Promise<void> {
  return updateWords(
    tx,
    source,
    texts.map((text) => ({ ...text, segmented: segmentWords(text.text) })),
  );
}
