import type { ChangedRow } from "@wrapsody/shared/studio/imports.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { PagedRows } from "./in-pages.tsx";

/** Lists what rows change: a line for each column of a wrap that differs. */
export function ChangeList({ rows, label }: { rows: readonly ChangedRow[]; label: string }) {
  const { t } = useTranslation();
  const lines = rows.flatMap(({ differences, ...row }) =>
    differences.map((difference) => ({ ...row, ...difference })),
  );
  return (
    <PagedRows rows={lines} label={label}>
      {(page) => (
        <table className="tbl import-changes">
          <thead>
            <tr>
              <th scope="col" className="r">
                {t("imports.column.line")}
              </th>
              <th scope="col">{t("imports.SONGS.name")}</th>
              <th scope="col">{t("imports.column.column")}</th>
              <th scope="col">{t("imports.update.before")}</th>
              <th scope="col">{t("imports.update.after")}</th>
            </tr>
          </thead>
          <tbody>
            {page.map(({ line, id, name, column, before, after }) => (
              <tr key={`${line} ${column}`}>
                <th scope="row" className="r num">
                  {line}
                </th>
                <td className="b import-value">
                  <Link className="u" to={paths.manage(id)}>
                    {name}
                  </Link>
                </td>
                <td className="code-l">{column}</td>
                <td className="import-value">
                  <del>{before === "" ? t("imports.update.empty") : before}</del>
                </td>
                <td className="import-value">
                  <ins>{after === "" ? t("imports.update.empty") : after}</ins>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </PagedRows>
  );
}
