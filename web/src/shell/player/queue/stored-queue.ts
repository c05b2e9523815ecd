import { readStored } from "../../../lib/storage/storage.ts";
import { readTabStored, writeTabStored } from "../../../lib/storage/tab-storage.ts";
import type { Queue } from "./queue.ts";

/** `userId`: whose queue it is; undefined for a visitor who was not logged in. `position` is in seconds. */
type StoredQueue = { userId?: string | undefined; position: number; queue: Queue };

/** Stores the queue for a reload of this tab; an empty one is removed. */
export function storeQueue(queue: Queue, position: number): void {
  const stored: StoredQueue = { userId: readStored("userId"), position, queue };
  writeTabStored("queue", queue.entries.length === 0 ? undefined : JSON.stringify(stored));
}

/** Reads the queue of this tab. Removes one of another user and one that an earlier version stored differently. */
export function restoreQueue(): { queue: Queue; position: number } | undefined {
  const stored = parseStoredQueue(readTabStored("queue") ?? "");
  if (stored !== undefined && (stored.userId ?? readStored("userId")) === readStored("userId")) return stored;
  writeTabStored("queue", undefined);
  return undefined;
}

function parseStoredQueue(text: string): StoredQueue | undefined {
  try {
    const stored = JSON.parse(text) as Partial<StoredQueue> | null;
    const { queue, position } = stored ?? {};
    const isQueue = Array.isArray(queue?.entries) && Array.isArray(queue.played);
    return isQueue && Number.isFinite(position) ? (stored as StoredQueue) : undefined;
  } catch {
    return undefined;
  }
}
