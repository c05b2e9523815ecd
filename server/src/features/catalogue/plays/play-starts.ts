import type { Context } from "../../../platform/context.ts";
import type { Database } from "../../../platform/database/database.ts";
import { insertPlays, type StartedPlay } from "./plays.data.ts";

/** Milliseconds that the first start of a batch waits for others, and rows that are not waited with any longer. */
const BATCH_DELAY_MS = 10;
const MAX_BATCH_SIZE = 500;

type Batch = { plays: StartedPlay[]; written: Promise<void>; write(): void };

const openBatches = new WeakMap<Database, Batch>();

/**
 * Writes the start of a play together with those that arrive at about the same time. Fulfilled once it is
 * committed, so that the call that counts it may arrive at another node.
 */
export function insertPlayInBatch({ db }: Context, play: StartedPlay): Promise<void> {
  const batch = openBatches.get(db) ?? openBatch(db);
  batch.plays.push(play);
  if (batch.plays.length >= MAX_BATCH_SIZE) batch.write();
  return batch.written;
}

function openBatch(db: Database): Batch {
  const { promise, resolve } = Promise.withResolvers<void>();
  const plays: StartedPlay[] = [];
  const write = () => {
    clearTimeout(timer);
    openBatches.delete(db);
    resolve(insertPlays(db, plays));
  };
  const timer = setTimeout(write, BATCH_DELAY_MS);
  const batch: Batch = { plays, written: promise, write };
  openBatches.set(db, batch);
  return batch;
}
