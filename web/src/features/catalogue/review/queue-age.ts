import type { OwnSong } from "@wrapsody/shared/studio.ts";

/** Returns the subject of the review: the whole wrap, the new recording of a public one, or nothing. */
export function reviewSubject({
  song,
}: {
  song: Pick<OwnSong, "status" | "audio_state">;
}): "wrap" | "recording" | undefined {
  if (song.status === "IN_REVIEW") return "wrap";
  return song.status === "ACTIVE" && song.audio_state === "HELD" ? "recording" : undefined;
}
