import type { ImportError } from "@wrapsody/shared/studio/imports.ts";
import { useTranslation } from "react-i18next";
import { PagedRows } from "./in-pages.tsx";

/** Errors in line order. */
export function ErrorList({ errors, label }: { errors: readonly ImportError[]; label: string }) {
  const { t } = useTranslation();
  return (
    <PagedRows rows={errors} label={label}>
      {(page) => (
        <table className="tbl import-errors">
          <thead>
            <tr>
              <th scope="col" className="r">
                {t("imports.column.line")}
              </th>
              <th scope="col">{t("imports.column.column")}</th>
              <th scope="col">{t("imports.column.problem")}</th>
              <th scope="col">{t("imports.column.value")}</th>
            </tr>
          </thead>
          <tbody>
            {page.map((error, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line may have the same problem twice, and rows never move
              <tr key={at}>
                <th scope="row" className="r num">
                  {error.line}
                </th>
                <td className="code-l">{error.column ?? t("imports.column.whole")}</td>
                <td>
                  <span
                    className={error.code === "WARNING" ? "state wait import-kind" : "state bad import-kind"}
                  >
                    {t(error.code === "WARNING" ? "imports.warning" : "imports.error")}
                  </span>{" "}
                  {error.message}
                </td>
                <td className="code-l import-value">{error.value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </PagedRows>
  );
}
