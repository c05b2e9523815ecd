import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { instant } from "../api/media.ts";

export const masterFormats = ["WAV", "AIFF", "FLAC", "M4A", "AAC", "OGG"] as const;
export type MasterFormat = (typeof masterFormats)[number];

/** The longest master: its mp3 of at least 128 kbit/s stays under 20 MB, as every recording. */
export const MAX_MASTER_DURATION_S = 1_200;

/**
 * - `ENCODING`: stored; a job encodes the mp3 that listeners will hear.
 * - `ENCODED`: the mp3 was encoded and is, or waits to become, the wrap's audio.
 * - `KEPT`: an mp3 that was uploaded later is the wrap's audio instead.
 * - `FAILED`: no mp3 could be encoded; `problem` says why. The audio stays.
 */
export const masterStates = ["ENCODING", "ENCODED", "KEPT", "FAILED"] as const;
export type MasterState = (typeof masterStates)[number];

/** The master of a wrap as its publisher sees it. */
export const ownMaster = z.object({
  state: z.enum(masterStates),
  problem: z.string().nullable(),
  /** As it was uploaded. */
  file_name: z.string(),
  format: z.enum(masterFormats),
  bytes: z.number().int(),
  /** Seconds. */
  duration: z.number(),
  sample_rate: z.number().int(),
  channels: z.number().int(),
  uploaded_at: instant,
});
export type OwnMaster = z.output<typeof ownMaster>;

/** Texts that server and browser share. */
export const masterTexts = {
  noFile: "Please select a file to upload.",
  wrongFormat: "Masters must be WAV, AIFF, FLAC, M4A, AAC or Ogg files.",
  empty: "This file contains no audio.",
  truncated: "This file is incomplete. Please export it and upload it again.",
  damaged:
    "This file is damaged or contains something else than audio. Please export it and upload it again.",
  codec: "The audio in this file has an encoding that is not accepted. Please export it as WAV or FLAC.",
  duration: "Masters must last from half a second to 20 minutes.",
  undecodable: "The audio in this file could not be decoded. Please export it and upload it again.",
  timeout: "Encoding this file took too long. Please export it as WAV or FLAC and upload it again.",
} as const;

/** Returns the message at the field of a master over the site's limit. */
export function masterTooLarge(maxBytes: number): string {
  return `Masters must be at most ${maxBytes / 1_000_000} MB.`;
}

const reference = z.object({ id: z.string().min(1).max(120) });

export const putSongMaster = endpoint({
  method: "PUT",
  path: "song/:id/master",
  access: "session",
  limit: "upload",
  tag: "studio",
  summary:
    "Stores the master of a wrap of the caller: a WAV, AIFF, FLAC, M4A (AAC, ALAC), AAC or Ogg file up to the limit in `GET my/song/{id}`. " +
    "It is kept private and unchanged and replaces the previous one. A job encodes the mp3 that listeners hear; until then they hear the " +
    "current audio. Returns E0072 if the site encodes no masters.",
  params: reference,
  files: {
    // The server applies the site's limit.
    master: { maxBytes: 0, tooLarge: masterTooLarge(0), missing: masterTexts.noFile },
  },
  answer: ownMaster,
});

export const getMasterLimit = endpoint({
  method: "GET",
  path: "my/master-limit",
  access: "session",
  tag: "studio",
  summary: "Returns the largest master that the site accepts, in bytes; null if it encodes no masters.",
  answer: z.object({ master_max_bytes: z.number().int().nullable() }),
});

export const getSongMaster = endpoint({
  method: "GET",
  path: "song/:id/master",
  access: "session",
  tag: "studio",
  summary:
    "Returns an address under which the master of a wrap of the caller can be downloaded, in ranges too, until it expires. It stops working " +
    "earlier if the master is replaced or deleted, or if the wrap changes its owner.",
  params: reference,
  answer: z.object({ uri: z.string(), expires_at: instant }),
});

export const deleteSongMaster = endpoint({
  method: "DELETE",
  path: "song/:id/master",
  access: "session",
  tag: "studio",
  summary: "Deletes the master of a wrap of the caller. The audio that listeners hear stays.",
  params: reference,
  answer: z.object({}),
});
