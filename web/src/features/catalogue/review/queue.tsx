import { getReviewQueue } from "@wrapsody/shared/studio/review.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { useListParams } from "../../../lib/pages/list-params.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { paths } from "../../../paths.ts";
import { EmptyState, LoadingRows } from "../../../ui/feedback/states.tsx";
import { formatTotal } from "../../../ui/format/format.ts";
import { ListHeader } from "../../../ui/lists/paged-list.tsx";
import { PagedList, type PageHandle, useAuthedQuery } from "../../accounts/index.ts";
import { SystemStatus, useSystemStatus } from "../../operations/index.ts";
import { WaitingProposals } from "../../splits/index.ts";
import type { Route } from "./+types/queue";
import { DecisionStatus } from "./decision-status.tsx";
import { QueueRows } from "./queue-rows.tsx";
import "./review.css";

const list = { pageSize: 20, params: {}, path: paths.reviews };

const loading = { rows: 6, height: "5.5rem" };
export const handle = { loading } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("review.queue.title"), language);
}

/** The review queue, oldest first. */
export default function ReviewQueuePage() {
  const { t, i18n } = useTranslation();
  const params = useListParams(list);
  const query = useAuthedQuery(getReviewQueue, { list: params.list });
  const { isPending, ...status } = useSystemStatus();
  const count = query.data?.total ?? 0;
  return (
    <>
      <ListHeader
        title={t("review.queue.title")}
        status={
          count === 0
            ? undefined
            : t("review.queue.waiting", { count, total: formatTotal(count, i18n.language) })
        }
      />
      {isPending || query.isPending ? (
        <section className="sec admin-list" aria-label={t("review.queue.title")}>
          <LoadingRows {...loading} />
        </section>
      ) : (
        <>
          <SystemStatus {...status} />
          <section className="sec admin-list" aria-label={t("review.queue.title")}>
            <DecisionStatus />
            <PagedList query={query} params={params} empty={<EmptyQueue />}>
              {(items) => <QueueRows items={items} startsQueue={params.page === 1} />}
            </PagedList>
          </section>
          <WaitingProposals />
        </>
      )}
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
