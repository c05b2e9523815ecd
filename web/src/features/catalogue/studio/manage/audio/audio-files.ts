import { errorCodes } from "@wrapsody/shared/api/errors.ts";
import { uploadLimits } from "@wrapsody/shared/api/uploads.ts";
import { getMasterLimit, masterTooLarge, putSongMaster } from "@wrapsody/shared/studio/masters.ts";
import { patchSongAudio, studioTexts } from "@wrapsody/shared/studio/studio.ts";
import { type UploadOptions, uploadFiles } from "../../../../../lib/api/upload-files.ts";
import { useAuthedQuery } from "../../../../accounts/index.ts";

/** Accepted files. Browsers and systems use several media types for mp3, or none. */
const audioAccept = ".mp3,audio/mpeg";
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

/** Accepted masters by their names, because systems disagree about their media types. The server checks the content. */
const masterAccept = ".wav,.bwf,.aif,.aiff,.aifc,.flac,.m4a,.aac,.ogg,.oga,.opus";

/** Returns the accepted files of a file input. */
export function acceptOf(masterMaxBytes: number | null): string {
  return masterMaxBytes === null ? audioAccept : `${audioAccept},${masterAccept}`;
}

/** Returns true if a file is sent as a master. */
export function isMasterName(name: string): boolean {
  return /\.(wav|bwf|aif[fc]?|flac|m4a|aac|og[ga]|opus)$/i.test(name);
}

/** Returns why a file cannot be uploaded; undefined if it can. */
export function findRefusal(
  file: Pick<File, "name" | "type" | "size">,
  masterMaxBytes: number | null,
): string | undefined {
  if (!isMasterName(file.name)) return isSendableAudio(file) ? undefined : studioTexts.wrongAudio;
  if (masterMaxBytes === null) return errorCodes.E0072.message;
  return file.size > masterMaxBytes ? masterTooLarge(masterMaxBytes) : undefined;
}

/** Uploads an mp3 or a master. With a key, a repeat stores a master once. @throws ApiError */
export async function sendAudio(
  songId: number,
  file: File,
  { key, ...options }: UploadOptions & { key?: string },
): Promise<void> {
  const params = { id: String(songId) };
  if (isMasterName(file.name)) {
    const call = { params, files: { master: file }, ...(key === undefined ? {} : { key }) };
    await uploadFiles(putSongMaster, call, options);
  } else await uploadFiles(patchSongAudio, { params, files: { audio: file } }, options);
}

/** Queries the largest master in bytes; null if the site accepts none or does not say, undefined while it is asked. */
export function useMasterLimit(): number | null | undefined {
  const { data, error } = useAuthedQuery(getMasterLimit);
  return data?.master_max_bytes ?? (data === undefined && error === null ? undefined : null);
}
