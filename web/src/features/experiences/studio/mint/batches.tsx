import { useQuery } from "@tanstack/react-query";
import { getMints, type OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../../../lib/pages/page-data.ts";
import { useSignedIn } from "../../../../lib/storage/session.ts";
import { Gauge } from "../../../../ui/feedback/states.tsx";
import { formatCount } from "../../../../ui/format/format.ts";
import { formatDay, formatTime } from "../../../../ui/format/local-time.ts";
import { EmptySection, Section } from "../../../../ui/layout/section.tsx";
import { QueryState } from "../../../accounts/index.ts";
import type { MintBatch } from "./use-mint.ts";

/** Poll interval while a batch is in progress. */
const POLL_INTERVAL_MS = 2_000;
const MAX_BATCHES = 20;

/** The submitted batches with their progress, newest first. */
export function Batches({ campaign }: { campaign: OwnCampaign }) {
  const { t, i18n } = useTranslation();
  const enabled = useSignedIn();
  const options = {
    params: { id: String(campaign.id) },
    list: { limit: MAX_BATCHES, sortKey: "created_at", sortDir: "DESC" },
  } as const;
  const { data, error, refetch } = useQuery({
    ...queryOf(getMints, options),
    enabled,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ finished_at }) => finished_at === null) ? POLL_INTERVAL_MS : false,
  });
  return (
    <Section title={t("mints.batches.title")}>
      {data === undefined ? (
        <QueryState error={error} refetch={refetch} rows={2} />
      ) : data.data.length === 0 ? (
        <EmptySection>{t("mints.batches.none")}</EmptySection>
      ) : (
        <>
          <ul className="mint-batches">
            {data.data.map((batch) => (
              <Batch key={batch.id} batch={batch} />
            ))}
          </ul>
          {data.total > data.data.length ? (
            <p className="small dim">
              {t("mints.batches.latest", {
                shown: data.data.length,
                total: formatCount(data.total, i18n.language),
              })}
            </p>
          ) : null}
        </>
      )}
    </Section>
  );
}

function Batch({ batch }: { batch: MintBatch }) {
  const { t, i18n } = useTranslation();
  const { places, minted, failed, created_at, finished_at } = batch;
  const number = (count: number) => formatCount(count, i18n.language);
  const isFinished = finished_at !== null;
  return (
    <li>
      <span className="no">{number(places)}</span>
      <div>
        <p className="row small">
          <span className={isFinished ? "state on" : "state wait"}>
            {t(isFinished ? "mints.batches.done" : "mints.batches.inProgress")}
          </span>
          <span className="num">
            {t("mints.batches.minted", { minted: number(minted), places: number(places) })}
          </span>
          {failed > 0 ? (
            <span className="state bad num">{t("mints.batches.failed", { count: failed })}</span>
          ) : null}
        </p>
        {isFinished ? null : <Gauge share={places === 0 ? 1 : (minted + failed) / places} />}
        <p className="meta dim num">
          {t("mints.batches.when", {
            day: formatDay(created_at, i18n.language),
            time: formatTime(created_at),
          })}
        </p>
      </div>
    </li>
  );
}
