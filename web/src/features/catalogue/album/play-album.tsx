import { useQueryClient } from "@tanstack/react-query";
import type { Album } from "@wrapsody/shared/catalogue/catalogue.ts";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { paths } from "../../../paths.ts";
import { playerActions, playFrom, usePlayerPart } from "../../../shell/player/player.ts";
import { PlayShape } from "../../../ui/graphics/shapes.tsx";
import { albumOriginId, albumQuery, originOfAlbum } from "./album-data.ts";

/** Plays an album of a list, whose recordings are asked for then. An album that cannot be loaded is opened instead. */
export function PlayAlbumButton({ album, className }: { album: Album; className: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { id, pretty_id, name, tracks } = album;
  const isHere = usePlayerPart(
    ({ song, start }) =>
      start?.origin.id === albumOriginId(id) && tracks.some(({ song_id }) => song_id === song?.id),
  );
  const playing = usePlayerPart((player) => player.playing) && isHere;
  const play = () =>
    client
      .fetchQuery(albumQuery(pretty_id))
      .then((loaded) => playFrom(originOfAlbum(loaded)))
      .catch(() => navigate(paths.album(pretty_id)));
  return (
    <button
      type="button"
      className={className}
      aria-label={playing ? t("ui.pauseSong", { name }) : t("ui.playAllOf", { name })}
      onClick={() => (isHere ? playerActions.togglePlayback() : void play())}
    >
      <PlayShape playing={playing} />
    </button>
  );
}
