import { getMyLikes } from "@wrapsody/shared/catalogue/playlists.ts";
import { useTranslation } from "react-i18next";
import { useTotalText } from "../../../ui/lists/paged-list.tsx";
import { PagedList, useAuthedQuery } from "../../accounts/index.ts";
import type { LibraryParams } from "./own-playlists.tsx";
import { SongRows } from "./song-rows.tsx";
import { SuggestedSongs } from "./suggested-songs.tsx";

/** The wraps that the reader likes, the latest like first. */
export function OwnLikes({ params }: { params: LibraryParams }) {
  const { t } = useTranslation();
  const { limit, offset } = params.list;
  const query = useAuthedQuery(getMyLikes, { list: { limit, offset } });
  const total = useTotalText("library.songs", query.data?.total);
  return (
    <section className="sec" aria-label={t("library.tab.likes")}>
      <PagedList
        query={query}
        params={params}
        loading={{ rows: 6, height: "4rem" }}
        empty={<SuggestedSongs title={t("library.noLikes")} text={t("library.noLikesText")} />}
      >
        {(likes) => (
          <>
            <p className="small dim" data-result-count>
              {total}
            </p>
            <SongRows songs={likes.map(({ song }) => song)} origin="likes" />
          </>
        )}
      </PagedList>
    </section>
  );
}
