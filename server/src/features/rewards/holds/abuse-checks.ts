import { createHash } from "node:crypto";
import type { Hold } from "@wrapsody/shared/holds.ts";
import { pointRules } from "@wrapsody/shared/rewards.ts";
import type { Executor } from "../../../platform/database.ts";
import type { CountedPlay } from "../../catalogue/index.ts";
import { rankAtSource, type Source } from "./holds.data.ts";

/** A place that somebody earns from, and how many may do so on a day. */
type SourceCheck = Source & { earner: string; who: string; limit: number };

/** `key` is of the entry, which tells apart whom a sharer brought. */
export type Earner = { accountId: string; kind: Hold["kind"]; key: string };

/**
 * Why points of accounts for a play look farmed; those of which they do not are not in it. Whoever listens alone, in a family or in a
 * school meets none of the limits: each is of one day, and of accounts that earned, of which those that
 * were there before the limit was reached stay within it. Called before any balance is held, so that
 * everybody waits in the same order.
 */
export async function detectAbuse(
  tx: Executor,
  play: CountedPlay,
  earners: readonly Earner[],
): Promise<ReadonlyMap<string, Hold["reason"]>> {
  const watched = earners.flatMap((earner) => listSourceChecks(play, earner));
  watched.sort((one, other) => Buffer.compare(one.source, other.source));
  const found = new Map<string, Hold["reason"]>();
  for (const { earner, who, limit, ...source } of watched) {
    const place = await rankAtSource(tx, source, { who, now: play.countedAt });
    if (place > limit) found.set(earner, source.kind);
  }
  return found;
}

function listSourceChecks(
  { device, network }: CountedPlay,
  { accountId: earner, kind, key }: Earner,
): SourceCheck[] {
  const { accountsOfDevice, accountsOfNetwork, listenersOfSharer } = pointRules.farming;
  if (kind === "SHARE") {
    const source = hashSource(`${earner} ${network}`);
    return [{ earner, kind: "SHARER", source, who: key, limit: listenersOfSharer }];
  }
  const who = { earner, who: earner };
  const own: SourceCheck = { ...who, kind: "NETWORK", source: hashSource(network), limit: accountsOfNetwork };
  if (device === undefined) return [own];
  return [own, { ...who, kind: "DEVICE", source: hashSource(device), limit: accountsOfDevice }];
}

const hashSource = (text: string) => createHash("sha256").update(text).digest().subarray(0, 16);
