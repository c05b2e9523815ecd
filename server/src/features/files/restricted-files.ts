import { LRUCache } from "lru-cache";
import type { Context } from "../../platform/context.ts";
import type { Database } from "../../platform/database/database.ts";
import { Failure, notFound } from "../../platform/failure.ts";
import type { StorageKey } from "../../platform/storage/key.ts";
import { readAudioRestriction, readContentRestriction, readImageRestriction } from "./public-files.data.ts";

/** A node relies on a check for this time, so restricted files stop on every node within it (ms). */
const TTL_MS = 2_000;
const MAX_CHECKS = 20_000;

type Checks<Result extends {}> = LRUCache<string, Result>;
type Read<Result> = (db: Database, file: string) => Promise<Result>;

/** Keeps the results of checks per database, because tests run several programs in one process. `keeps`: whether a result is kept at all. */
function createChecks<Result extends {}>(
  read: Read<Result>,
  keeps: (result: Result) => boolean,
): (db: Database) => Checks<Result> {
  const checks = new WeakMap<Database, Checks<Result>>();
  return (db) => {
    const known =
      checks.get(db) ??
      new LRUCache<string, Result>({
        max: MAX_CHECKS,
        ttl: TTL_MS,
        async fetchMethod(file, _, { options }) {
          const result = await read(db, file);
          if (!keeps(result)) options.ttl = 1;
          return result;
        },
      });
    checks.set(db, known);
    return known;
  };
}

/** A scheduled recording may be delivered from the instant at which its wrap is listed. */
const audioChecks = createChecks(readAudioRestriction, (restriction) => restriction !== "scheduled");
const imageChecks = createChecks(readImageRestriction, () => true);
const contentChecks = createChecks(readContentRestriction, () => true);

/**
 * Rejects recordings that only restricted or scheduled wraps have. `isSigned`: the address was made for the publisher or a reviewer of a
 * scheduled one.
 *
 * @throws Failure E0071 for a restricted recording, E0001 for a scheduled one
 */
export async function assertAudioUnrestricted(
  { db, replica }: Pick<Context, "db" | "replica">,
  key: StorageKey,
  isSigned: boolean,
): Promise<void> {
  const restriction = await audioChecks(replica).fetch(key);
  if (restriction === "restricted") throw new Failure("E0071");
  if (restriction !== "scheduled" || isSigned) return;
  // A replica may not know yet that the wrap has just been listed.
  if ((await readAudioRestriction(db, key)) === "scheduled") throw notFound();
}

/** Returns whether a check within the last seconds found that the recording may be delivered. */
export function isAudioUnrestricted({ replica }: Pick<Context, "replica">, key: StorageKey): boolean {
  return audioChecks(replica).get(key) === "none";
}

/** Rejects images that only restricted things show. @throws Failure E0071 */
export async function assertImageUnrestricted(
  { replica }: Pick<Context, "replica">,
  id: string,
): Promise<void> {
  if ((await imageChecks(replica).fetch(id)) === true) throw new Failure("E0071");
}

/** Rejects blocks on IPFS that only tokens of restricted wraps have. @throws Failure E0071 */
export async function assertContentUnrestricted(
  { replica }: Pick<Context, "replica">,
  block: string,
): Promise<void> {
  if ((await contentChecks(replica).fetch(block)) === true) throw new Failure("E0071");
}
