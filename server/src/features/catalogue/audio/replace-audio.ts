import type { OwnAudio } from "@wrapsody/shared/studio.ts";
import { withIdempotencyKey } from "../../../platform/api/idempotency.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { notFound } from "../../../platform/failure.ts";
import type { Upload } from "../../../platform/http/uploads.ts";
import { lockOwnSong } from "../studio/ownership.data.ts";
import { analyzeAudioJob } from "./analysis-jobs.ts";
import { type StoredAudio, upsertAudioFile } from "./audio-files.data.ts";
import { storeAudio } from "./intake.ts";
import { readOwnAudio } from "./own-audio.ts";
import { setPendingAudio } from "./pending-audio.data.ts";

type NewAudio = {
  accountId: string;
  /** Of the song: its number or pretty id. */
  reference: string;
  audio: Upload;
  /** `Idempotency-Key`. */
  key: string | undefined;
};

/**
 * Takes new audio for a wrap of the caller's. It is heard once it is measured; what was there before is heard until then.
 * The same file again changes nothing, another takes the place of one that still waits.
 *
 * @throws Failure E0001 for somebody else's and a deleted one, E0007 for the file
 */
export async function replaceAudio(context: Context, given: NewAudio): Promise<OwnAudio> {
  const { accountId, reference, audio, key } = given;
  // The file of somebody who has no such song is not kept.
  if ((await lockOwnSong(context.db, accountId, reference)) === undefined) throw notFound();
  const taken = await storeAudio(context, audio);
  const sent = { reference, hash: audio.hash };
  return withIdempotencyKey(context, { accountId, call: "PATCH song/audio", key, input: sent }, (tx) =>
    setStoredAudio(context, tx, given, taken),
  );
}

async function setStoredAudio(
  context: Context,
  tx: Executor,
  { accountId, reference }: NewAudio,
  taken: StoredAudio,
): Promise<OwnAudio> {
  const state = await upsertAudioFile(tx, taken, context.clock.now());
  const song = await lockOwnSong(tx, accountId, reference);
  if (song === undefined) throw notFound();
  await setPendingAudio(tx, song.id, taken.key);
  if (state !== "READY" || song.audio_key !== taken.key) {
    await context.queue.enqueue(tx, analyzeAudioJob, { key: taken.key }, { key: `audio ${taken.key}` });
  }
  return readOwnAudio(tx, song.id);
}
