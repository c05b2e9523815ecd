import { useQuery } from "@tanstack/react-query";
import { getSongs } from "@wrapsody/shared/catalogue/catalogue.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";
import { SongRows } from "./song-rows.tsx";

/** Enough to begin with; all others are one link away. */
const LATEST = { limit: 5 };

/** Placeholder of an empty list of the library: the newest wraps, to play, like or add to a playlist. */
export function SuggestedSongs({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation();
  const songs = useQuery(queryOf(getSongs, { list: LATEST })).data?.data ?? [];
  return (
    <div className="void suggested-songs">
      <p className="lead">{title}</p>
      <p className="small dim">
        {text}{" "}
        <Link className="u b" to={paths.wraps()}>
          {t("wrap.browse")}
        </Link>
      </p>
      {songs.length === 0 ? null : (
        <>
          <h2 className="small b">{t("library.suggested")}</h2>
          <SongRows songs={songs} origin="suggested" />
        </>
      )}
    </div>
  );
}
