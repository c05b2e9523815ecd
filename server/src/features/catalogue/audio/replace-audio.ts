import type { OwnAudio } from "@wrapsody/shared/studio.ts";
import { once } from "../../../platform/answered-calls.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database.ts";
import { notFound } from "../../../platform/failure.ts";
import type { Upload } from "../../../platform/uploads.ts";
import { lockOwnSong } from "../studio/own.data.ts";
import { expectAudio } from "./adoption.data.ts";
import { type TakenAudio, writeAudioFile } from "./audio-files.data.ts";
import { takeAudio } from "./intake.ts";
import { measureAudioJob } from "./measuring.ts";
import { readOwnAudio } from "./own-audio.ts";

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
  const taken = await takeAudio(context, audio);
  const sent = { reference, hash: audio.hash };
  return once(context, { accountId, call: "PATCH song/audio", key, sent }, (tx) =>
    expectTaken(context, tx, given, taken),
  );
}

async function expectTaken(
  context: Context,
  tx: Executor,
  { accountId, reference }: NewAudio,
  taken: TakenAudio,
): Promise<OwnAudio> {
  const state = await writeAudioFile(tx, taken, context.clock.now());
  const song = await lockOwnSong(tx, accountId, reference);
  if (song === undefined) throw notFound();
  await expectAudio(tx, song.id, taken.key);
  if (state !== "READY" || song.audio_key !== taken.key) {
    await context.queue.enqueue(tx, measureAudioJob, { key: taken.key }, { key: `audio ${taken.key}` });
  }
  return readOwnAudio(tx, song.id);
}
