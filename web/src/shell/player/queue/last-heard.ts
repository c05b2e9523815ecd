import { getSong } from "@wrapsody/shared/catalogue/catalogue.ts";
import { ApiError } from "../../../lib/api/api-fetch.ts";
import { queryClient, queryOf } from "../../../lib/pages/page-data.ts";
import { readStored, writeStored } from "../../../lib/storage/storage.ts";
import { getPlayer, playerActions } from "../player.ts";

/** Loads the song that this browser played last, paused, unless the page or the reader has loaded another one meanwhile. */
export async function loadLastHeard(): Promise<void> {
  const id = readStored("heard");
  if (id === undefined || getPlayer().song !== undefined) return;
  try {
    // The same call as that of the waveform.
    const options = { params: { id }, query: { detail: "true" as const } };
    const { song } = await queryClient().ensureQueryData(queryOf(getSong, options));
    if (getPlayer().song === undefined && song.audio_uri !== null)
      playerActions.chooseSong(song, { by: "chance" });
  } catch (error) {
    // It is no longer public.
    if (error instanceof ApiError && error.status === 404) writeStored("heard", undefined);
  }
}
