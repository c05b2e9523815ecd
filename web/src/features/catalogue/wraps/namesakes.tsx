import { useQuery } from "@tanstack/react-query";
import { getCreditedArtists } from "@wrapsody/shared/catalogue/catalogue.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";
import { formatCount } from "../../../ui/format/format.ts";
import { CoverLink } from "../../../ui/pictures/cover-link.tsx";
import { Picture } from "../../../ui/pictures/picture.tsx";

/** Leads to one of several artists whose wraps are credited by the same name. */
export function Namesakes({ name }: { name: string }) {
  const { t, i18n } = useTranslation();
  const { data } = useQuery(queryOf(getCreditedArtists, { query: { name } }));
  const artists = data?.data ?? [];
  if (artists.length < 2) return null;
  return (
    <section className="namesakes" aria-label={t("wraps.namesakes")}>
      <p className="small">{t("wraps.namesakes")}</p>
      <ul>
        {artists.map(({ id, artist_clean_id: reference, image, songs, ...artist }) => (
          <li key={id} className="namesake">
            <Picture image={image} alt="" sizes="3.5rem" />
            <span>
              <CoverLink className="u b" to={paths.artist(reference)}>
                {artist.name}
              </CoverLink>{" "}
              <span className="code-l dim">{reference}</span>
            </span>
            <Link className="u small" to={paths.wraps({ artist_id: id })}>
              {formatCount(songs, i18n.language)} {t("wraps.found", { count: songs })}{" "}
              <span className="vh">
                {artist.name}, {reference}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
