import { afterCommit } from "../database/after-commit.ts";
import type { Database, Executor } from "../database/database.ts";
import { ANYTHING, insertChanges, SETTINGS, sendChanges } from "./page-changes.data.ts";

/** Something that pages show and that changes as one, for example `song:12`. */
export type PageEntity = `${string}:${string | number}`;

/** Longer lists are replaced by everything. */
const MAX_ENTITIES = 200;

/**
 * Invalidates the pages that show one of the entities, on all nodes, when the transaction commits. Call it with every public
 * change, also if no page shows it yet: nodes then read from a replica only when it has the change.
 */
export async function invalidatePages(tx: Executor, entities: readonly PageEntity[]): Promise<void> {
  if (entities.length === 0) return;
  const distinct = [...new Set(entities)];
  await recordChanges(tx, distinct.length > MAX_ENTITIES ? [ANYTHING] : distinct);
}

/** Like `invalidatePages`, for changes that may affect any page. */
export function invalidateAllPages(tx: Executor): Promise<void> {
  return recordChanges(tx, [ANYTHING]);
}

/** Invalidates the site settings and all pages of all nodes when the transaction commits. */
export function invalidateSiteSettings(tx: Executor): Promise<void> {
  return recordChanges(tx, [SETTINGS]);
}

async function recordChanges(tx: Executor, entities: readonly string[]): Promise<void> {
  const ids = await insertChanges(tx, entities);
  await afterCommit(tx, (db) => {
    for (const listener of localListeners.get(db) ?? []) listener(entities);
    getSender(db).send(ids);
  });
}

type LocalListener = (entities: readonly string[]) => void;
const localListeners = new WeakMap<Database, Set<LocalListener>>();

/** Calls a function with the changes that this process commits through `db`, right after the commit. Returns how to stop it. */
export function listenForLocalChanges(db: Database, listener: LocalListener): () => void {
  const listeners = localListeners.get(db) ?? new Set();
  localListeners.set(db, listeners.add(listener));
  return () => void listeners.delete(listener);
}

type Sender = { send(ids: readonly number[]): void };
const senders = new WeakMap<Database, Sender>();

function getSender(db: Database): Sender {
  const sender = senders.get(db) ?? createSender(db);
  senders.set(db, sender);
  return sender;
}

/** A change after a pause is sent at once; during a burst, all changes of this time are sent together. */
const BATCH_MS = 100;

/** Notifies all nodes of committed changes. */
function createSender(db: Database): Sender {
  let waiting: number[] = [];
  let lastSentAt = Number.NEGATIVE_INFINITY;
  let isScheduled = false;

  async function sendBatch(): Promise<void> {
    const batch = waiting;
    waiting = [];
    lastSentAt = performance.now();
    // If it fails, the rows stay and the nodes send them.
    await sendChanges(db, batch).catch(() => undefined);
    isScheduled = false;
    schedule();
  }

  function schedule(): void {
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    const waitMs = lastSentAt + BATCH_MS - performance.now();
    // All changes of a transaction are there after this turn.
    if (waitMs <= 0) queueMicrotask(() => void sendBatch());
    else setTimeout(() => void sendBatch(), waitMs).unref();
  }

  return {
    send(ids) {
      waiting.push(...ids);
      schedule();
    },
  };
}
