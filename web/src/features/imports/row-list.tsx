import type { ImportKind } from "@wrapsody/shared/imports.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { PagedRows } from "./in-pages.tsx";

type ListedRow = { line: number; name: string; id?: number | null; existing?: boolean };

/** Lists the artists or songs of the file with their line numbers, and links to saved ones. */
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
                <td className="dim">{row.existing === true ? t("imports.exists") : ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </PagedRows>
  );
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
