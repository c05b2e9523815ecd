import type { OwnAudio } from "@wrapsody/shared/studio.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { notFound } from "../../../platform/failure.ts";
import { audioPath } from "../songs/song-presenter.ts";
import { findOwnAudio } from "./own-audio.data.ts";

/**
 * Returns the audio of a song as its publisher sees it. The caller checks ownership.
 *
 * @throws Failure E0001 if the song does not exist
 */
export async function readOwnAudio(db: Executor, songId: number): Promise<OwnAudio> {
  const found = await findOwnAudio(db, songId);
  if (found === undefined) throw notFound();
  const { key, variable, problem, state, ...measures } = found;
  return {
    ...measures,
    state,
    problem: state === "FAILED" ? problem : null,
    uri: key === null ? null : audioPath(key),
    variable: variable ?? false,
  };
}
