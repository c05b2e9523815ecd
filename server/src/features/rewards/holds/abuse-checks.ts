import { createHash } from "node:crypto";
import type { Hold } from "@wrapsody/shared/rewards/holds.ts";
import { pointRules } from "@wrapsody/shared/rewards/point-rules.ts";
import type { Executor } from "../../../platform/database/database.ts";
import type { CountedPlay } from "../../catalogue/index.ts";
import { rankAtSource, type Source } from "./holds.data.ts";

/** A source, the account that earns from it and the daily limit of earners. */
type SourceCheck = Source & { earner: string; who: string; limit: number };

/** Points about to be earned; `key` distinguishes the listeners that a sharer brought. */
export type Earner = { accountId: string; kind: Hold["kind"]; key: string };

/**
 * Detects points that look farmed and returns the reason by account. Each limit counts the accounts that
 * earned on one day; accounts counted before the limit was reached stay within it, so families and schools
 * are not affected. Call it before locking any balance, so that concurrent plays take their locks in the same
 * order.
 */
export async function detectAbuse(
  tx: Executor,
  play: CountedPlay,
  earners: readonly Earner[],
): Promise<ReadonlyMap<string, Hold["reason"]>> {
  const watched = earners.flatMap((earner) => listSourceChecks(play, earner));
  watched.sort((a, b) => Buffer.compare(a.source, b.source));
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
  const { accountsPerDevice, accountsPerNetwork, listenersPerSharer } = pointRules.abuse;
  if (kind === "SHARE") {
    const source = hashSource(`${earner} ${network}`);
    return [{ earner, kind: "SHARER", source, who: key, limit: listenersPerSharer }];
  }
  const who = { earner, who: earner };
  const own: SourceCheck = {
    ...who,
    kind: "NETWORK",
    source: hashSource(network),
    limit: accountsPerNetwork,
  };
  if (device === undefined) return [own];
  return [own, { ...who, kind: "DEVICE", source: hashSource(device), limit: accountsPerDevice }];
}

const hashSource = (text: string) => createHash("sha256").update(text).digest().subarray(0, 16);
