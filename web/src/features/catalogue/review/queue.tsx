import { getReviewQueue } from "@wrapsody/shared/review.ts";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { pageNumber, rowsOfPage } from "../../../lib/pages/page-number.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { formatTotal } from "../../../ui/format/format.ts";
import { Pager } from "../../../ui/layout/pager.tsx";
import { QueryState, useAuthedQuery } from "../../accounts/index.ts";
import type { Route } from "./+types/queue";
import { DecisionStatus } from "./decision-status.tsx";
import { QueueRows } from "./queue-rows.tsx";
import "./review.css";

const pageSize = 20;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("review.queue.title"), language);
}

/** The review queue, oldest first. */
export default function ReviewQueuePage() {
  const { t, i18n } = useTranslation();
  const [query] = useSearchParams();
  const number = pageNumber(query);
  const { data, error, refetch } = useAuthedQuery(getReviewQueue, { list: rowsOfPage(number, pageSize) });
  const count = data?.total ?? 0;
  return (
    <>
      <header className="page-h">
        <div>
          <h1 className="title">{t("review.queue.title")}</h1>
          <p className="small dim" role="status">
            {count === 0
              ? ""
              : t("review.queue.waiting", { count, total: formatTotal(count, i18n.language) })}
          </p>
        </div>
      </header>
      <section className="sec admin-list" aria-label={t("review.queue.title")}>
        <DecisionStatus />
        {data === undefined ? (
          <QueryState error={error} refetch={refetch} rows={6} height="5.5rem" />
        ) : (
          <>
            {data.data.length === 0 ? <EmptyQueue /> : <QueueRows items={data.data} />}
            {number === 1 && count <= pageSize ? null : (
              <Pager
                page={number}
                hasNext={number * pageSize < count || data.data.length === pageSize}
                href={(next) => paths.reviews(next > 1 ? { page: next } : {})}
              />
            )}
          </>
        )}
      </section>
    </>
  );
}

function EmptyQueue() {
  const { t } = useTranslation();
  return (
    <EmptyState title={t("review.queue.none")}>
      <p>{t("review.queue.noneText")}</p>
      <p>
        <Link className="u b" to={paths.audit({ kind: "wrap-approved" })}>
          {t("review.queue.decided")}
        </Link>
      </p>
    </EmptyState>
  );
}
