import { useQuery } from "@tanstack/react-query";
import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import { wrapNumber } from "@wrapsody/shared/catalogue/catalogue-numbers.ts";
import { use } from "react";
import { useTranslation } from "react-i18next";
import { PreviewPlaybackContext } from "../../../shell/player/player.ts";
import { SongRow } from "../wraps/song-row.tsx";
import { artistSongsQuery, latestQuery, MORE_COUNT, relatedQuery } from "./wrap-data.ts";

/** Minimum number of the artist's songs for a row of their own. */
const MIN_OWN_SONGS = 4;

/**
 * Suggests others of the artist, then songs with the same tags or listeners, filled up with the newest wraps. An artist with several other
 * songs has a row of their own before.
 */
export function WrapMore({ song }: { song: Song }) {
  const { t } = useTranslation();
  const byArtist = useQuery(artistSongsQuery(song.artist_clean_id)).data?.data ?? [];
  // The wrap of a preview may not be public yet.
  const isPreview = use(PreviewPlaybackContext) !== undefined;
  const related = useQuery({ ...relatedQuery(song.id), enabled: !isPreview }).data?.data ?? [];
  const latest = useQuery(latestQuery()).data?.data ?? [];
  const own = selectOthers(byArtist, [song]);
  const ownRow = own.length < MIN_OWN_SONGS ? [] : own;
  const others = selectOthers([...byArtist, ...related, ...latest], [song, ...ownRow]);
  return (
    // Suggested wraps are public, so they play normally in a preview, too.
    <PreviewPlaybackContext value={undefined}>
      <SongRow
        id={`more/${song.id}`}
        songs={ownRow}
        heading={t("wrap.more", { artist: song.artist })}
        detail={({ id }) => wrapNumber(id)}
      />
      <SongRow
        id={`related/${song.id}`}
        songs={others}
        heading={t("wrap.moreToHear")}
        detail={({ artist }) => artist}
      />
    </PreviewPlaybackContext>
  );
}

/** Returns the first songs that are not shown yet, each once. */
function selectOthers(songs: readonly Song[], shown: readonly Song[]): Song[] {
  const ids = new Set(shown.map(({ id }) => id));
  const others = songs.filter(({ id }) => !ids.has(id) && ids.add(id));
  return others.slice(0, MORE_COUNT);
}
