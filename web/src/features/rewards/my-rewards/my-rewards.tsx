import { getMyClaims } from "@wrapsody/shared/claims.ts";
import { planEntitlements } from "@wrapsody/shared/plan-entitlements.ts";
import { getMyBalances, getMyPointEntries } from "@wrapsody/shared/points.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { textIn } from "../../../lib/language/language.ts";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { usePolling } from "../../../lib/polling.ts";
import { paths } from "../../../paths.ts";
import { FirstStep, LoadingRows } from "../../../ui/feedback/states.tsx";
import { EmptySection, Section } from "../../../ui/layout/section.tsx";
import { QueryState, useAuthedQuery } from "../../accounts/index.ts";
import { OwnClaims } from "../claims/own-claims.tsx";
import { Balances } from "../points/balances.tsx";
import { historyStep, PointHistory } from "../points/point-history.tsx";
import type { Route } from "./+types/my-rewards";

export async function clientLoader() {
  await loadNamespaces("claims", "wallets");
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <section className="sec">
      <LoadingRows />
    </section>
  );
}

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.you.links.rewards.name"), language);
}

const step = 24;
/** Data that other users change: a listen through the user's link, or a claim decided by an artist. */
const changing = [getMyBalances, getMyPointEntries, getMyClaims];

/** The user's points by wrap, claims and point history. */
export default function MyRewardsPage() {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(step);
  const balances = useAuthedQuery(getMyBalances, { list: { limit, sortKey: "goal", sortDir: "DESC" } });
  // Uses the request options of the history below, so that both share one call.
  const entries = useAuthedQuery(getMyPointEntries, { list: { limit: historyStep } });
  const { data } = balances;
  usePolling(changing);
  const reload = () => Promise.all([balances.refetch(), entries.refetch()]);
  return (
    <>
      <header className="page-h">
        <h1 className="title">{t("accounts.you.links.rewards.name")}</h1>
        <p className="small dim">{t("points.lead")}</p>
      </header>
      <section className="sec own-rewards" aria-label={t("accounts.you.links.rewards.name")}>
        {data === undefined || entries.data === undefined ? (
          <QueryState error={balances.error ?? entries.error} refetch={reload} rows={6} height="5rem" />
        ) : entries.data.total === 0 ? (
          <NothingYet />
        ) : (
          <>
            <Section title={t("points.byWrap")}>
              {data.total === 0 ? (
                <EmptySection>{t("points.notPublic")}</EmptySection>
              ) : (
                <Balances balances={data.data} total={data.total} more={() => setLimit(limit + step)} />
              )}
            </Section>
            <Section title={t("points.claims")}>
              <OwnClaims />
            </Section>
            <Section title={t("points.history")}>
              <PointHistory />
            </Section>
          </>
        )}
      </section>
    </>
  );
}

function NothingYet() {
  const { t } = useTranslation();
  return (
    <FirstStep
      title={t("points.none")}
      text={t("points.noneText", { hours: planEntitlements.FREE.listenIntervalSeconds / 3600 })}
      to={paths.wraps()}
      label={t("points.toWraps")}
    />
  );
}
