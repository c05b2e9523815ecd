import type { ImportedArtist, ImportKind } from "@wrapsody/shared/studio/imports.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { PagedRows } from "./in-pages.tsx";

type ListedRow = {
  line: number;
  name: string;
  artist?: ImportedArtist | undefined;
  id?: number | null;
  existing?: boolean;
};

/** Lists the artists or songs of the file with their line numbers, and links to saved ones. Artists of one name show their clean id. */
export function RowList({
  kind,
  rows,
  label,
}: {
  kind: ImportKind;
  rows: readonly ListedRow[];
  label: string;
}) {
  const { t } = useTranslation();
  const namesakes = findNamesakes(rows);
  const hasArtists = rows.some(({ artist }) => artist !== undefined);
  return (
    <PagedRows rows={rows} label={label}>
      {(page) => (
        <table className="tbl import-rows">
          <thead>
            <tr>
              <th scope="col" className="r">
                {t("imports.column.line")}
              </th>
              <th scope="col">{t(`imports.${kind}.name`)}</th>
              {hasArtists ? <th scope="col">{t("imports.column.artist")}</th> : null}
              <th scope="col">
                <span className="vh">{t("imports.column.state")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {page.map((row) => (
              <tr key={row.line}>
                <th scope="row" className="r num">
                  {row.line}
                </th>
                <td className="b import-value">
                  <Name kind={kind} row={row} />
                </td>
                {hasArtists ? (
                  <td className="import-value">
                    {row.artist?.name}
                    {row.artist !== undefined && namesakes.has(row.artist.name) ? (
                      <span className="code-l dim"> {row.artist.artist_clean_id}</span>
                    ) : null}
                  </td>
                ) : null}
                <td className="dim">{row.existing === true ? t("imports.exists") : ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </PagedRows>
  );
}

/** Returns the names that several artists of the rows have. */
function findNamesakes(rows: readonly ListedRow[]): ReadonlySet<string> {
  const artists = new Map(
    rows.flatMap(({ artist }) => (artist === undefined ? [] : [[artist.id, artist.name]])),
  );
  const names = [...artists.values()];
  return new Set(names.filter((name, place) => names.indexOf(name) !== place));
}

function Name({ kind, row: { id, name } }: { kind: ImportKind; row: ListedRow }) {
  const { t } = useTranslation();
  if (name === "") return <span className="dim">{t("imports.noName")}</span>;
  if (id === undefined || id === null) return name;
  return (
    <Link className="u" to={kind === "SONGS" ? paths.manage(id) : paths.editArtist(id)}>
      {name}
    </Link>
  );
}
