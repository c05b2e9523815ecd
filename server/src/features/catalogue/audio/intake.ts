import { open } from "node:fs/promises";
import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import { openUpload, type Upload } from "../../../platform/http/uploads.ts";
import { formatOf } from "./analysis/analyze.ts";
import type { StoredAudio } from "./audio-files.data.ts";
import { UnusableAudio } from "./audio-problems.ts";
import { type Mp3Scan, scanFrames } from "./mp3/mp3-frames.ts";

/**
 * Validates an uploaded mp3 and stores it. The file stays on disk and is read in chunks.
 *
 * @throws Failure E0007 on the field `audio` with the problem
 */
export async function storeAudio(context: Context, audio: Upload): Promise<StoredAudio> {
  const walk = await scanUpload(audio);
  const kind = { extension: "mp3", contentType: "audio/mpeg" };
  const { key, size } = await context.storage.put(openUpload(audio), kind);
  return { key, bytes: size, ...formatOf(walk) };
}

async function scanUpload({ path, size }: Upload): Promise<Mp3Scan> {
  const file = await open(path);
  try {
    return await scanFrames({ size, read: (start, end) => readRange(file, start, end) });
  } catch (cause) {
    if (!(cause instanceof UnusableAudio)) throw cause;
    throw new Failure("E0007", { errors: [{ field: "audio", message: cause.message }], cause });
  } finally {
    await file.close();
  }
}

type File = Awaited<ReturnType<typeof open>>;

async function readRange(file: File, start: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - start);
  for (let done = 0; done < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, start + done);
    if (bytesRead === 0) throw new Error("an upload was truncated");
    done += bytesRead;
  }
  return bytes;
}
