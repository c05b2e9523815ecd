import { uploadLimits } from "@wrapsody/shared/studio.ts";

/** Accepted files. Browsers and systems use several media types for mp3, or none. */
export const audioAccept = ".mp3,audio/mpeg";
const kinds: ReadonlySet<string> = new Set([
  "audio/mpeg",
  "audio/mp3",
  "audio/x-mp3",
  "audio/x-mpeg",
  "audio/mpeg3",
]);

/** Returns true if a file can be uploaded: an mp3 by its media type, or by its name if the type is unknown. */
export function isSendableAudio({ name, type, size }: Pick<File, "name" | "type" | "size">): boolean {
  const isMp3 = type === "" ? /\.mp3$/i.test(name) : kinds.has(type.toLowerCase());
  return isMp3 && size > 0 && size <= uploadLimits.audioBytes;
}
