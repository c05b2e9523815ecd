import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

/** Links to the previous and next page. `page` counts from 1. */
export function Pager({
  page,
  hasNext,
  href,
}: {
  page: number;
  hasNext: boolean;
  href: (page: number) => string;
}) {
  const { t } = useTranslation();
  return (
    <nav className="pager" aria-label={t("ui.pages")}>
      <PageLink rel="prev" to={page > 1 ? href(page - 1) : undefined}>
        <ArrowLeft className="i" aria-hidden="true" /> {t("ui.previous")}
      </PageLink>
      <span className="code">{t("ui.page", { page })}</span>
      <PageLink rel="next" to={hasNext ? href(page + 1) : undefined}>
        {t("ui.next")} <ArrowRight className="i" aria-hidden="true" />
      </PageLink>
    </nav>
  );
}

function PageLink({
  rel,
  to,
  children,
}: {
  rel: "prev" | "next";
  to: string | undefined;
  children: React.ReactNode;
}) {
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
