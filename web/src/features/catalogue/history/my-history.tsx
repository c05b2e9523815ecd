import { getMyHistory, type OwnListen } from "@wrapsody/shared/catalogue.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { pageNumber, rowsOfPage } from "../../../lib/pages/page-number.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { Pager } from "../../../ui/layout/pager.tsx";
import { QueryState, useAuthedQuery } from "../../accounts/index.ts";
import type { Route } from "./+types/my-history";
import { ListenedDays } from "./listened-list.tsx";
import "./my-history.css";

const pageSize = 20;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.history.title"), language);
}

export default function MyHistoryPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const number = pageNumber(query);
  const { data, error, refetch } = useAuthedQuery(getMyHistory, { list: rowsOfPage(number, pageSize) });
  return (
    <>
      <header className="page-h">
        <h1 className="title">{t("accounts.history.title")}</h1>
        <p className="small dim">{t("accounts.history.lead")}</p>
      </header>
      <section className="sec history" aria-label={t("accounts.history.title")}>
        {data === undefined ? (
          <QueryState error={error} refetch={refetch} rows={8} height="4.5rem" />
        ) : (
          <History listens={data.data} total={data.total} number={number} />
        )}
      </section>
    </>
  );
}

type HistoryPage = { listens: readonly OwnListen[]; total: number; number: number };

function History({ listens, total, number }: HistoryPage) {
  const { t } = useTranslation();
  if (total === 0) return <NoListens />;
  return (
    <>
      {listens.length === 0 ? (
        <EmptyState title={t("accounts.history.noMore")} />
      ) : (
        <ListenedDays listens={listens} />
      )}
      {number === 1 && total <= pageSize ? null : (
        <Pager
          page={number}
          // The total is capped, so a full page may have a next one.
          hasNext={number * pageSize < total || listens.length === pageSize}
          href={(next) => paths.myHistory(next > 1 ? { page: next } : {})}
        />
      )}
    </>
  );
}

function NoListens() {
  const { t } = useTranslation();
  return (
    <div className="void">
      <p className="lead">{t("accounts.history.none")}</p>
      <p className="small dim">{t("accounts.history.noneText")}</p>
      <Link className="btn go" to={paths.wraps()}>
        {t("accounts.history.toWraps")} <ArrowRight className="i" aria-hidden="true" />
      </Link>
    </div>
  );
}
