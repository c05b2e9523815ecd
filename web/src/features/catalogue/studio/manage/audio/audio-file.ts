import { uploadLimits } from "@wrapsody/shared/studio.ts";

/** What may be chosen; browsers and systems know mp3 by several names, and some by none. */
export const audioAccept = ".mp3,audio/mpeg";
const kinds: ReadonlySet<string> = new Set([
  "audio/mpeg",
  "audio/mp3",
  "audio/x-mp3",
  "audio/x-mpeg",
  "audio/mpeg3",
]);

/** Whether a file can be sent as the audio of a wrap: an mp3 by its kind, or by its name where that is not known. */
export function isSendableAudio({ name, type, size }: Pick<File, "name" | "type" | "size">): boolean {
  const isMp3 = type === "" ? /\.mp3$/i.test(name) : kinds.has(type.toLowerCase());
  return isMp3 && size > 0 && size <= uploadLimits.audioBytes;
}
