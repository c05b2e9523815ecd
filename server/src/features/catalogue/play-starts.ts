import type { Context } from "../../platform/context.ts";
import type { Database } from "../../platform/database.ts";
import { insertPlays, type StartedPlay } from "./plays.data.ts";

/** Milliseconds that the first start of a batch waits for others, and rows that are not waited with any longer. */
const patience = 10;
const most = 500;

type Batch = { plays: StartedPlay[]; written: Promise<void>; write(): void };

const open = new WeakMap<Database, Batch>();

/**
 * Writes the start of a play together with those that arrive at about the same time. Fulfilled once it is
 * committed, so that the call that counts it may arrive at another node.
 */
export function recordStart({ db }: Context, play: StartedPlay): Promise<void> {
  const batch = open.get(db) ?? openBatch(db);
  batch.plays.push(play);
  if (batch.plays.length >= most) batch.write();
  return batch.written;
}

function openBatch(db: Database): Batch {
  const { promise, resolve } = Promise.withResolvers<void>();
  const plays: StartedPlay[] = [];
  const write = () => {
    clearTimeout(timer);
    open.delete(db);
    resolve(insertPlays(db, plays));
  };
  const timer = setTimeout(write, patience);
  const batch: Batch = { plays, written: promise, write };
  open.set(db, batch);
  return batch;
}
