import { parseBuffer } from "music-metadata";

/** Reads an mp3 with an independent program: its common fields, and the frames of its ID3v2.3 tag by name. */
export async function readTags(file: Buffer) {
  const { common, native } = await parseBuffer(file, { mimeType: "audio/mpeg" });
  const frames: Record<string, unknown> = Object.fromEntries(
    (native["ID3v2.3"] ?? []).map(({ id, value }) => [id, value]),
  );
  return { common, frames };
}
