import { getMyPlaylists, type Playlist } from "@wrapsody/shared/catalogue/playlists.ts";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import type { ListParams } from "../../../lib/pages/list-params.ts";
import { paths } from "../../../paths.ts";
import { useTotalText } from "../../../ui/lists/paged-list.tsx";
import { PagedList, useAuthedQuery } from "../../accounts/index.ts";
import { Restricted } from "../../takedown/index.ts";
import { PlaylistCover } from "../playlist/playlist-cover.tsx";
import { useInvalidatePlaylists } from "./add-to-playlist.tsx";
import { NewPlaylist } from "./new-playlist.tsx";
import { SuggestedSongs } from "./suggested-songs.tsx";

export type LibraryParams = Pick<ListParams, "page" | "pageSize" | "pathOfPage" | "list">;

/** The reader's playlists, the latest change first, and a form for another one. */
export function OwnPlaylists({ params }: { params: LibraryParams }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const invalidate = useInvalidatePlaylists();
  const { limit, offset } = params.list;
  const query = useAuthedQuery(getMyPlaylists, {
    list: { limit, offset, sortKey: "updated_at", sortDir: "DESC" },
  });
  const total = useTotalText("library.playlists", query.data?.total);
  return (
    <section className="sec" aria-label={t("library.tab.playlists")}>
      <NewPlaylist
        label={t("library.create.send")}
        isLimited={query.data?.limit_reached === true}
        onCreated={({ id }) => {
          invalidate();
          void navigate(paths.playlist(id));
        }}
      />
      <PagedList
        query={query}
        params={params}
        loading={{ rows: 4, height: "5rem" }}
        empty={<SuggestedSongs title={t("library.none")} text={t("library.noneText")} />}
      >
        {(playlists) => (
          <>
            <Restricted things={playlists.map(({ id }) => ({ kind: "playlist", target: id }))} />
            <p className="small dim" data-result-count>
              {total}
            </p>
            <ul className="own-lists">
              {playlists.map((playlist) => (
                <PlaylistRow key={playlist.id} playlist={playlist} />
              ))}
            </ul>
          </>
        )}
      </PagedList>
    </section>
  );
}

function PlaylistRow({
  playlist: { id, name, covers, is_public, songs, public_songs },
}: {
  playlist: Playlist;
}) {
  const { t } = useTranslation();
  const hidden = songs - public_songs;
  return (
    <li>
      <span className="own-list-cover">
        <PlaylistCover covers={covers} sizes="4rem" />
      </span>
      <span className="own-list-name">
        <Link className="b" to={paths.playlist(id)}>
          {name}
        </Link>
        <span className="small dim">
          {t("library.songs", { count: songs, total: songs })}
          {hidden > 0 ? `, ${t("library.hidden", { count: hidden, total: hidden })}` : ""}
        </span>
      </span>
      <span className={is_public ? "state on" : "state"}>
        {t(`library.visibility.${is_public ? "public" : "unlisted"}`)}
      </span>
    </li>
  );
}
