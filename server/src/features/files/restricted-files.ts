import { LRUCache } from "lru-cache";
import type { Context } from "../../platform/context.ts";
import type { Database } from "../../platform/database/database.ts";
import { Failure } from "../../platform/failure.ts";
import type { StorageKey } from "../../platform/storage/key.ts";
import { readAudioRestriction, readImageRestriction } from "./public-files.data.ts";

/** A node relies on a check for this time, so restricted files stop on every node within it (ms). */
const TTL_MS = 2_000;
const MAX_CHECKS = 20_000;

type Checks = LRUCache<string, boolean>;
type Read = (db: Database, file: string) => Promise<boolean>;

/** Keeps the results of checks per database, because tests run several programs in one process. */
function createChecks(read: Read): (db: Database) => Checks {
  const checks = new WeakMap<Database, Checks>();
  return (db) => {
    const known =
      checks.get(db) ?? new LRUCache({ max: MAX_CHECKS, ttl: TTL_MS, fetchMethod: (file) => read(db, file) });
    checks.set(db, known);
    return known;
  };
}

const audioChecks = createChecks(readAudioRestriction);
const imageChecks = createChecks(readImageRestriction);

/** Rejects recordings that only restricted wraps have. @throws Failure E0071 */
export async function assertAudioUnrestricted(
  { replica }: Pick<Context, "replica">,
  key: StorageKey,
): Promise<void> {
  if ((await audioChecks(replica).fetch(key)) === true) throw new Failure("E0071");
}

/** Returns whether a check within the last seconds found that the recording may be delivered. */
export function isAudioUnrestricted({ replica }: Pick<Context, "replica">, key: StorageKey): boolean {
  return audioChecks(replica).get(key) === false;
}

/** Rejects images that only restricted things show. @throws Failure E0071 */
export async function assertImageUnrestricted(
  { replica }: Pick<Context, "replica">,
  id: string,
): Promise<void> {
  if ((await imageChecks(replica).fetch(id)) === true) throw new Failure("E0071");
}
