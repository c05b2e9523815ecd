import { MAX_COUNTED } from "@wrapsody/shared/api/page.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ListParams } from "../../lib/pages/list-params.ts";
import { formatTotal } from "../format/format.ts";

/** Header of a list. Announces `status`, such as the number of rows; undefined while the list loads. */
export function ListHeader({
  title,
  status,
  children,
}: {
  title: string;
  status: string | undefined;
  children?: ReactNode;
}) {
  return (
    <header className="page-h">
      <div>
        <h1 className="title">{title}</h1>
        <p className="small dim" role="status">
          {status ?? ""}
        </p>
      </div>
      {children}
    </header>
  );
}

/** Returns a text with the total of a list, for its `ListHeader`. `key` is a plural text with `total`. */
export function useTotalText(key: string, total: number | undefined): string | undefined {
  const { t, i18n } = useTranslation();
  return total === undefined ? undefined : t(key, { count: total, total: formatTotal(total, i18n.language) });
}

type SortLinksProps<Sort extends string> = {
  label: string;
  /** The first is the order without a choice, which addresses do not name. */
  sorts: readonly [Sort, ...Sort[]];
  current: Sort | undefined;
  textOf: (sort: Sort) => string;
  pathOf: (sort?: string) => string;
};

/** Links to the orders of a list. */
export function SortLinks<Sort extends string>({
  label,
  sorts,
  current = sorts[0],
  textOf,
  pathOf,
}: SortLinksProps<Sort>) {
  return (
    <nav className="sorts" aria-label={label}>
      {sorts.map((sort) => (
        <Link
          key={sort}
          to={sort === sorts[0] ? pathOf() : pathOf(sort)}
          aria-current={sort === current ? "true" : undefined}
          preventScrollReset
        >
          {textOf(sort)}
        </Link>
      ))}
    </nav>
  );
}

export type ListPageProps<Row> = {
  /** Result of `useListParams`. */
  params: Pick<ListParams, "page" | "pageSize" | "pathOfPage">;
  /** Content of a page without rows. */
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
};

/**
 * The rows of one page and the links to the others. Without a `total`, only an incomplete page is known to be the last,
 * and the links are always shown.
 */
export function ListPage<Row>({
  rows,
  total,
  params: { page, pageSize, pathOfPage },
  empty,
  children,
}: ListPageProps<Row> & { rows: readonly Row[]; total?: number }) {
  // The API counts up to a limit.
  const isCounted = total !== undefined && total < MAX_COUNTED;
  const hasNext = page * pageSize < (total ?? 0) || (!isCounted && rows.length === pageSize);
  const isOnly = total !== undefined && (total === 0 || (page === 1 && total <= pageSize));
  return (
    <>
      {rows.length === 0 ? empty : children(rows)}
      {isOnly ? null : <Pager page={page} hasNext={hasNext} pathOfPage={pathOfPage} />}
    </>
  );
}

type PagerProps = { page: number; hasNext: boolean; pathOfPage: (page: number) => string };

function Pager({ page, hasNext, pathOfPage }: PagerProps) {
  const { t } = useTranslation();
  return (
    <nav className="pager" aria-label={t("ui.pages")}>
      <PageLink rel="prev" to={page > 1 ? pathOfPage(page - 1) : undefined}>
        <ArrowLeft className="i" aria-hidden="true" /> {t("ui.previous")}
      </PageLink>
      <span className="code">{t("ui.page", { page })}</span>
      <PageLink rel="next" to={hasNext ? pathOfPage(page + 1) : undefined}>
        {t("ui.next")} <ArrowRight className="i" aria-hidden="true" />
      </PageLink>
    </nav>
  );
}

type PageLinkProps = { rel: "prev" | "next"; to: string | undefined; children: ReactNode };

function PageLink({ rel, to, children }: PageLinkProps) {
  if (to === undefined) {
    return (
      <button type="button" className="btn" disabled>
        {children}
      </button>
    );
  }
  return (
    <Link className="btn" rel={rel} to={to}>
      {children}
    </Link>
  );
}
