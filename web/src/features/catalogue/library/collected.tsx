import { getMyHistory } from "@wrapsody/shared/catalogue/catalogue.ts";
import { getMyArt } from "@wrapsody/shared/experiences/experiences.ts";
import { getMyBalances } from "@wrapsody/shared/rewards/points.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import type { ReactNode } from "react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLazyModule } from "../../../lib/lazy-module.ts";
import { paths } from "../../../paths.ts";
import { ErrorState, FirstStep, LoadingRows } from "../../../ui/feedback/states.tsx";
import { useTotalText } from "../../../ui/lists/paged-list.tsx";
import { QueryState, useAuthedQuery } from "../../accounts/index.ts";
import { CollectedGrid } from "../../experiences/index.ts";
import { ListenedDays } from "../history/listened-list.tsx";
import { SuggestedSongs } from "./suggested-songs.tsx";

/** The latest of a list with a page of its own. */
const LATEST = { limit: 12 };
const pointsStep = 24;

/** The reader's latest counted plays. */
export function RecentPlays() {
  const { t } = useTranslation();
  const { data, error, refetch } = useAuthedQuery(getMyHistory, { list: LATEST });
  const total = useTotalText("accounts.history.total", data?.total);
  return (
    <Latest name="recent" to={paths.myHistory()} isEmpty={data?.data.length === 0}>
      {data === undefined ? (
        <QueryState error={error} refetch={refetch} rows={6} height="4.5rem" />
      ) : data.data.length === 0 ? (
        <SuggestedSongs title={t("accounts.history.none")} text={t("accounts.history.noneText")} />
      ) : (
        <>
          <p className="small dim" data-result-count>
            {total}
          </p>
          <ListenedDays listens={data.data} />
        </>
      )}
    </Latest>
  );
}

const loadBalances = () => import("../../rewards/index.ts").then(({ loadBalances: load }) => load());

/** The reader's points by wrap. */
export function OwnPoints() {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(pointsStep);
  const { data, error, refetch } = useAuthedQuery(getMyBalances, {
    list: { limit, sortKey: "goal", sortDir: "DESC" },
  });
  const { part: Balances, failed, retry } = useLazyModule("balances", loadBalances);
  return (
    <Latest name="points" to={paths.myRewards} isEmpty={data?.total === 0}>
      {data === undefined ? (
        <QueryState error={error} refetch={refetch} rows={4} height="5rem" />
      ) : data.total === 0 ? (
        <FirstStep
          title={t("points.none")}
          text={t("library.noPointsText")}
          to={paths.wraps()}
          label={t("points.toWraps")}
        />
      ) : Balances === undefined ? (
        <Loading failed={failed} retry={retry} />
      ) : (
        <Balances balances={data.data} total={data.total} more={() => setLimit(limit + pointsStep)} />
      )}
    </Latest>
  );
}

/** The reader's latest artworks. */
export function OwnArt() {
  const { t } = useTranslation();
  const { data, error, refetch } = useAuthedQuery(getMyArt, { list: LATEST });
  return (
    <Latest name="art" to={paths.myArt()} isEmpty={data?.total === 0}>
      {data === undefined ? (
        <QueryState error={error} refetch={refetch} shape="squares" />
      ) : data.total === 0 ? (
        <FirstStep
          title={t("accounts.art.none")}
          text={t("accounts.art.noneText")}
          to={paths.experiences()}
          label={t("accounts.art.toExperiences")}
        />
      ) : (
        <CollectedGrid artworks={data.data} />
      )}
    </Latest>
  );
}

function Loading({ failed, retry }: { failed: boolean; retry: () => void }) {
  const { t } = useTranslation();
  return failed ? <ErrorState message={t("errors.part")} retry={retry} /> : <LoadingRows />;
}

/** A part of the library with a link to its own page, unless it is empty. */
function Latest({
  name,
  to,
  isEmpty,
  children,
}: {
  name: "recent" | "points" | "art";
  to: string;
  isEmpty: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <section className={`sec in-order library-${name}`} aria-label={t(`library.tab.${name}`)}>
      {children}
      {isEmpty ? null : (
        <Link className="btn library-all" to={to}>
          {t(`library.all.${name}`)} <ArrowRight className="i" aria-hidden="true" />
        </Link>
      )}
    </section>
  );
}
