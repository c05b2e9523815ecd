import type { OwnAudio } from "@wrapsody/shared/studio/studio.ts";
import { withIdempotencyKey } from "../../../platform/api/idempotency.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { openUpload, type Upload } from "../../../platform/http/uploads.ts";
import { assertStorageQuota } from "../../accounts/index.ts";
import { supersedeMaster } from "../masters/masters.data.ts";
import { ownAudioPath } from "../scheduled/audio-links.ts";
import { adoptFileLyrics } from "../studio/lyrics/lyrics.ts";
import { lockOwnSong } from "../studio/ownership.data.ts";
import { formatOf } from "./analysis/analyze.ts";
import { analyzeAudioJob } from "./analysis-jobs.ts";
import { type StoredAudio, upsertAudioFile } from "./audio-files.data.ts";
import { UnusableAudio } from "./audio-problems.ts";
import type { FileLyrics } from "./mp3/id3-lyrics.ts";
import { scanInWorker } from "./mp3/scan-in-worker.ts";
import type { UploadScan } from "./mp3/scan-worker.ts";
import { findOwnAudio } from "./own-audio.data.ts";
import { setPendingAudio } from "./pending-audio.data.ts";

type StoredUpload = { file: StoredAudio; lyrics: FileLyrics | undefined };

type NewAudio = {
  accountId: string;
  /** The song's id or pretty id. */
  reference: string;
  audio: Upload;
  /** `Idempotency-Key`. */
  key: string | undefined;
};

/**
 * Stores new audio for a wrap of the caller. Listeners keep hearing the current audio until the new file is
 * analysed. Uploading the same file again changes nothing; another file replaces a pending one. A wrap without
 * lyrics takes those of the file's tags.
 *
 * @throws Failure E0001 if the wrap is not the caller's or is deleted, E0007 for an unusable file
 */
export async function replaceAudio(context: Context, upload: NewAudio): Promise<OwnAudio> {
  const { accountId, reference, audio, key } = upload;
  // Check ownership first, so that a file without a song is never stored.
  if ((await lockOwnSong(context.db, accountId, reference)) === undefined) throw notFound();
  const stored = await storeAudio(context, audio);
  const input = { reference, hash: audio.hash };
  return withIdempotencyKey(context, { accountId, call: "PATCH song/audio", key, input }, (tx) =>
    setStoredAudio(context, tx, upload, stored),
  );
}

async function setStoredAudio(
  context: Context,
  tx: Executor,
  { accountId, reference }: NewAudio,
  { file, lyrics }: StoredUpload,
): Promise<OwnAudio> {
  const state = await upsertAudioFile(tx, file, context.clock.now());
  const song = await lockOwnSong(tx, accountId, reference);
  if (song === undefined) throw notFound();
  await setPendingAudio(tx, song.id, { key: file.key, now: context.clock.now() });
  await supersedeMaster(tx, song.id);
  await adoptFileLyrics(tx, song, lyrics);
  await assertStorageQuota(context, tx, { accountId, field: "audio" });
  if (state !== "READY" || song.audio_key !== file.key) {
    await context.queue.enqueue(tx, analyzeAudioJob, { key: file.key }, { key: `audio ${file.key}` });
  }
  return readOwnAudio(context, tx, song.id);
}

/**
 * Validates an uploaded mp3 in a worker thread and stores it. The file stays on disk and is read in chunks.
 *
 * @throws Failure E0007 on the field `audio` with the problem
 */
async function storeAudio(context: Context, audio: Upload): Promise<StoredUpload> {
  const scan = await scanUpload(audio);
  const kind = { extension: "mp3", contentType: "audio/mpeg" };
  const { key, size } = await context.storage.put(openUpload(audio), kind);
  return { file: { key, bytes: size, ...formatOf(scan) }, lyrics: scan.lyrics };
}

async function scanUpload(audio: Upload): Promise<UploadScan> {
  try {
    return await scanInWorker(audio);
  } catch (cause) {
    if (!(cause instanceof UnusableAudio)) throw cause;
    throw new Failure("E0007", { errors: [{ field: "audio", message: cause.message }], cause });
  }
}

/**
 * Returns the audio of a song as its publisher sees it. The caller checks ownership.
 *
 * @throws Failure E0001 if the song does not exist
 */
export async function readOwnAudio(
  keys: Pick<Context, "encryption" | "clock">,
  db: Executor,
  songId: number,
): Promise<OwnAudio> {
  const found = await findOwnAudio(db, songId);
  if (found === undefined) throw notFound();
  const { key, variable, problem, state, listed_from, ...measures } = found;
  return {
    ...measures,
    state,
    problem: state === "FAILED" ? problem : null,
    uri: ownAudioPath(keys, { audio_key: key, listed_from }),
    variable: variable ?? false,
  };
}
