import type { Song } from "@wrapsody/shared/catalogue.ts";
import { getMyLikes } from "@wrapsody/shared/playlists.ts";
import { useTranslation } from "react-i18next";
import { paths } from "../../../paths.ts";
import { PlayButton } from "../../../shell/player/play-button.tsx";
import { FirstStep } from "../../../ui/feedback/states.tsx";
import { formatDuration } from "../../../ui/format/format.ts";
import { PagedList, useAuthedQuery } from "../../accounts/index.ts";
import { SongName } from "../playlist/playlist-tracks.tsx";
import type { LibraryParams } from "./own-playlists.tsx";
import { SongActions } from "./song-actions.tsx";

/** The wraps that the reader likes, the latest like first. */
export function OwnLikes({ params }: { params: LibraryParams }) {
  const { t } = useTranslation();
  const { limit, offset } = params.list;
  const query = useAuthedQuery(getMyLikes, { list: { limit, offset } });
  return (
    <section className="sec" aria-label={t("library.tab.likes")}>
      <PagedList
        query={query}
        params={params}
        loading={{ rows: 6, height: "4rem" }}
        empty={
          <FirstStep
            title={t("library.noLikes")}
            text={t("library.noLikesText")}
            to={paths.wraps()}
            label={t("wrap.browse")}
          />
        }
      >
        {(likes) => <LikedSongs songs={likes.map(({ song }) => song)} />}
      </PagedList>
    </section>
  );
}

function LikedSongs({ songs }: { songs: readonly Song[] }) {
  const from = { id: "likes", songs };
  return (
    <ul className="liked">
      {songs.map((song) => (
        <li key={song.id} className="album-track liked-row">
          <PlayButton song={song} from={from} className="sq" />
          <SongName song={song} />
          <span className="code-l album-time">{formatDuration(song.duration)}</span>
          <SongActions song={song} />
        </li>
      ))}
    </ul>
  );
}
