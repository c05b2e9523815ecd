import type { Context } from "../../../platform/context.ts";
import type { Database } from "../../../platform/database/database.ts";
import { insertPlays, type StartedPlay } from "./plays.data.ts";

/** Milliseconds that the first play of a batch waits for others, and the size that is written immediately. */
const BATCH_DELAY_MS = 10;
const MAX_BATCH_SIZE = 500;

type Batch = { plays: StartedPlay[]; written: Promise<void>; write(): void };

const openBatches = new WeakMap<Database, Batch>();

/**
 * Inserts the start of a play together with others of the same moment. Resolves after the commit, so that the
 * counting call may reach another node.
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
