import { createWriteStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { prepareSpool, temporaryPath } from "../../../platform/storage/spool.ts";
import { readTemporaryFile } from "../../../platform/storage/streams.ts";
import { formatOf } from "../audio/analysis/analyze.ts";
import { analyzeAudioJob } from "../audio/analysis-jobs.ts";
import { type StoredAudio, upsertAudioFile } from "../audio/audio-files.data.ts";
import { UnusableAudio } from "../audio/audio-problems.ts";
import { scanInWorker } from "../audio/mp3/scan-in-worker.ts";
import { setPendingAudio } from "../audio/pending-audio.data.ts";
import { encodeMaster } from "./encoder.ts";
import { UnusableMaster } from "./master-formats.ts";
import { endEncoding, findUnencodedMaster, lockUnencodedSong, type UnencodedMaster } from "./masters.data.ts";

const payload = z.object({ songId: z.number().int(), key: z.string() });
type Waiting = z.output<typeof payload>;

/**
 * Encodes the mp3 of a master, which becomes the song's pending audio. A master that was replaced, deleted or superseded by an
 * uploaded mp3 meanwhile changes nothing.
 */
export const encodeMasterJob = job({
  name: "encode-master",
  payload,
  tries: 12,
  priority: "bulk",
  async run(context, waiting) {
    const master = await findUnencodedMaster(context.db, waiting);
    if (master === undefined) return;
    try {
      await setEncodedAudio(context, waiting, await encodeAndStore(context, waiting, master));
    } catch (error) {
      if (!(error instanceof UnusableMaster)) throw error;
      const ended = { problem: error.message, now: context.clock.now() };
      await endEncoding(context.db, waiting, ended);
    }
  },
});

/** The mp3 lacks this much of what the master states: the end of the master is missing. Covers rounding to frames. */
const MAX_MISSING_S = 0.25;

/** @throws UnusableMaster, SandboxUnavailable, EncoderStopped, and errors of the storage */
async function encodeAndStore(
  context: Context,
  { key }: Waiting,
  { format, duration }: UnencodedMaster,
): Promise<StoredAudio> {
  const root = join(context.config.dataDir, "encoding");
  await prepareSpool(root);
  const folder = temporaryPath(root);
  const output = join(folder, "output");
  const path = join(folder, "master");
  try {
    await mkdir(output, { recursive: true });
    await pipeline(await context.storage.read(key), createWriteStream(path));
    const mp3 = await encodeMaster(context.config, { path, format, duration }, output);
    const audio = formatOf(await scanEncoded(mp3));
    if (audio.duration < duration - MAX_MISSING_S) throw new UnusableMaster("truncated");
    const kind = { extension: "mp3", contentType: "audio/mpeg" };
    const stored = await context.storage.put(readTemporaryFile(mp3), kind);
    return { key: stored.key, bytes: stored.size, ...audio };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function scanEncoded(path: string) {
  try {
    return await scanInWorker({ path, size: (await stat(path)).size });
  } catch (cause) {
    if (!(cause instanceof UnusableAudio)) throw cause;
    throw new UnusableMaster("undecodable");
  }
}

async function setEncodedAudio(context: Context, waiting: Waiting, audio: StoredAudio): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction().execute(async (tx) => {
    // Before the song, in the order of the analysis job.
    await upsertAudioFile(tx, audio, now);
    if (!(await lockUnencodedSong(tx, waiting))) return;
    await setPendingAudio(tx, waiting.songId, { key: audio.key, now });
    await endEncoding(tx, waiting, { problem: null, now });
    await context.queue.enqueue(tx, analyzeAudioJob, { key: audio.key }, { key: `audio ${audio.key}` });
  });
}
