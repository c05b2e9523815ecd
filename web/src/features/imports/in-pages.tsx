import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../ui/format/format.ts";

const pageSize = 100;

/** Paginates a long list within this tab, without page numbers in the URL. */
export function PagedRows<Row>({
  rows,
  label,
  children,
}: {
  rows: readonly Row[];
  label: string;
  children: (page: readonly Row[]) => ReactNode;
}) {
  const { t, i18n } = useTranslation();
  const [page, setPage] = useState(0);
  const first = page * pageSize;
  const pageRows = rows.slice(first, first + pageSize);
  const count = (value: number) => formatCount(value, i18n.language);
  return (
    <>
      {children(pageRows)}
      {rows.length <= pageSize ? null : (
        <nav className="pager" aria-label={label}>
          <button type="button" className="btn" disabled={page === 0} onClick={() => setPage(page - 1)}>
            <ArrowLeft className="i" aria-hidden="true" /> {t("ui.previous")}
          </button>
          <span className="code" role="status">
            {t("imports.range", {
              first: count(first + 1),
              last: count(first + pageRows.length),
              total: count(rows.length),
            })}
          </span>
          <button
            type="button"
            className="btn"
            disabled={first + pageSize >= rows.length}
            onClick={() => setPage(page + 1)}
          >
            {t("ui.next")} <ArrowRight className="i" aria-hidden="true" />
          </button>
        </nav>
      )}
    </>
  );
}
