import { timingSafeEqual } from "node:crypto";
import type { SongDetail } from "@wrapsody/shared/catalogue/catalogue.ts";
import type { Context } from "../../../platform/context.ts";
import type { StorageKey } from "../../../platform/storage/key.ts";
import { audioPath } from "../songs/song-presenter.ts";

const PURPOSE = "scheduled audio";
const HOUR_MS = 60 * 60 * 1000;
/** At least; addresses change every hour, so that a page that polls keeps its own. */
const LINK_TTL_MS = 6 * HOUR_MS;

type Keys = Pick<Context, "encryption" | "clock">;
/** `listed_from` is set as long as the recording may not be public. */
type OwnRecording = { audio_key: string | null; listed_from: string | null };

/** Returns the address of a recording for its publisher and for reviewers. That of a wrap with a date is signed and expires. */
export function ownAudioPath(keys: Keys, { audio_key, listed_from }: OwnRecording): string | null {
  if (audio_key === null) return null;
  if (listed_from === null) return audioPath(audio_key);
  const now = keys.clock.now().getTime();
  const until = Math.ceil(now / HOUR_MS) * HOUR_MS + LINK_TTL_MS;
  const signature = keys.encryption.hmac(PURPOSE, signedText(audio_key, until)).toString("base64url");
  return `${audioPath(audio_key)}?until=${until}&signature=${signature}`;
}

/** Replaces the address of the recording in the detail of a wrap as `ownAudioPath` says. */
export function signAudio<Detail extends Pick<SongDetail, "song">>(
  keys: Keys,
  recording: OwnRecording,
  detail: Detail,
): Detail {
  if (recording.listed_from === null) return detail;
  return { ...detail, song: { ...detail.song, audio_uri: ownAudioPath(keys, recording) } };
}

/** Returns whether `ownAudioPath` signed the query of an address, and the address is still valid. */
export function isSignedAudio(
  { encryption, clock }: Keys,
  key: StorageKey,
  { until, signature }: { until?: unknown; signature?: unknown },
): boolean {
  if (typeof until !== "string" || typeof signature !== "string" || !/^\d{13}$/.test(until)) return false;
  if (Number(until) < clock.now().getTime()) return false;
  const actual = Buffer.from(signature, "base64url");
  return encryption
    .hmacs(PURPOSE, signedText(key, Number(until)))
    .some((valid) => actual.length === valid.length && timingSafeEqual(actual, valid));
}

const signedText = (key: string, until: number) => `${key} ${until}`;
