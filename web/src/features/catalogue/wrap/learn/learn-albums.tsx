import type { SongDetail } from "@wrapsody/shared/catalogue/catalogue.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { formatDate } from "../../../../ui/format/format.ts";
import { TermNote } from "../../../../ui/format/term-note.tsx";
import { EmptySection, Section } from "../../../../ui/layout/section.tsx";
import { WideTable } from "../../../../ui/layout/wide-table.tsx";

/** Albums of a song. */
export function LearnAlbums({ albums }: { albums: SongDetail["albums"] }) {
  const { t } = useTranslation();
  return (
    <Section title={t("wrap.albums")}>
      {albums.length === 0 ? (
        <EmptySection>{t("wrap.noAlbums")}</EmptySection>
      ) : (
        <>
          <TermNote term="isrc" />
          <WideTable label={t("wrap.albums")}>
            <table className="tbl albums">
              <thead>
                <tr>
                  <th scope="col">{t("wrap.album")}</th>
                  <th scope="col" className="r">
                    {t("wrap.track")}
                  </th>
                  <th scope="col">{t("wrap.released")}</th>
                  <th scope="col">{t("wrap.isrc")}</th>
                  <th scope="col">{t("wrap.languages")}</th>
                </tr>
              </thead>
              <tbody>
                {albums.map((album) => (
                  <AlbumRow key={album.id} album={album} />
                ))}
              </tbody>
            </table>
          </WideTable>
        </>
      )}
    </Section>
  );
}

function AlbumRow({ album }: { album: SongDetail["albums"][number] }) {
  const { t, i18n } = useTranslation();
  return (
    <tr>
      <th scope="row" className="b">
        {album.pretty_id === null ? (
          album.name
        ) : (
          <Link className="u" to={paths.album(album.pretty_id)}>
            {album.name}
          </Link>
        )}
      </th>
      <td className="r num" data-name={t("wrap.track")}>
        {album.track_number}
      </td>
      <td className="num nowrap" data-name={t("wrap.released")}>
        {album.release_date === null ? "–" : formatDate(album.release_date, i18n.language)}
      </td>
      <td className="code-l nowrap" data-name={t("wrap.isrc")}>
        {album.isrc ?? "–"}
      </td>
      <td data-name={t("wrap.languages")}>
        {album.languages.length === 0 ? "–" : album.languages.join(", ")}
      </td>
    </tr>
  );
}
