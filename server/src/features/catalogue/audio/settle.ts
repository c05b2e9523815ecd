import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database.ts";
import { notifyPagesChanged } from "../../../platform/pages-changed.ts";
import type { StorageKey } from "../../../platform/storage/key.ts";
import { adoptAudio, lockWaitingSongs } from "./adoption.data.ts";
import { codesOf } from "./fingerprint.ts";
import { type Alike, listCandidates, readFingerprint, writeMatches } from "./matches.data.ts";
import { likeness, sameFrom, termsOf } from "./matches.ts";

/**
 * Gives a file that was measured to the songs that wait for it. Where somebody else's song has the same recording a reviewer
 * has to decide: a song that is public keeps what it had until then, another gets the audio, and is not listed without a
 * review. `tx` is the only one that compares.
 */
export async function settleAudio(
  { clock }: Pick<Context, "clock">,
  tx: Executor,
  key: StorageKey,
): Promise<void> {
  const now = clock.now();
  let isShown = false;
  for (const song of await lockWaitingSongs(tx, key)) {
    const alike = await findAlike(tx, key, song.ownerId);
    const isContested = await writeMatches(tx, song, { key, alike, now });
    if (isContested && song.status === "ACTIVE") continue;
    await adoptAudio(tx, song.id, now);
    isShown ||= song.status === "ACTIVE";
  }
  if (isShown) await notifyPagesChanged(tx);
}

/** The files that hold the same recording as this one, itself among them, as far as others than this owner have them. */
async function findAlike(tx: Executor, key: StorageKey, ownerId: string | null): Promise<Alike[]> {
  const itself = { key, likeness: 1 };
  const fingerprint = await readFingerprint(tx, key);
  if (fingerprint === null) return [itself];
  const codes = codesOf(fingerprint);
  const terms = termsOf(codes).all;
  const candidates = terms.length === 0 ? [] : await listCandidates(tx, { key, terms, ownerId });
  const compared = candidates.map((one) => ({
    key: one.key,
    likeness: likeness(codes, codesOf(one.fingerprint)),
  }));
  return [itself, ...compared.filter((one) => one.likeness >= sameFrom)];
}
