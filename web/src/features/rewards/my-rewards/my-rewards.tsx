import { planEntitlements } from "@wrapsody/shared/payments/plan-entitlements.ts";
import { type Claim, getMyClaims } from "@wrapsody/shared/rewards/claims.ts";
import { getMyBalances, getMyPointEntries, type PointBalance } from "@wrapsody/shared/rewards/points.ts";
import { getMyPointTotal } from "@wrapsody/shared/rewards/rewards.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { textIn } from "../../../lib/language/language.ts";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { usePolling } from "../../../lib/polling.ts";
import { paths } from "../../../paths.ts";
import { FirstStep } from "../../../ui/feedback/states.tsx";
import { formatCount } from "../../../ui/format/format.ts";
import { EmptySection, Section } from "../../../ui/layout/section.tsx";
import { type PageHandle, QueryState, useAuthedQuery } from "../../accounts/index.ts";
import { ClaimedLevel } from "../claims/claimed-level.tsx";
import { OwnClaims } from "../claims/own-claims.tsx";
import { historyStep, PointHistory } from "../points/point-history.tsx";
import { pickNear, pickReady, WrapGroups } from "../points/wrap-groups.tsx";
import type { Route } from "./+types/my-rewards";
import { MoreButton } from "./more-button.tsx";
import { PointTable } from "./point-table.tsx";
import "./rewards.css";

export async function clientLoader() {
  await loadNamespaces("claims", "draft", "wallets");
  return null;
}
clientLoader.hydrate = true as const;

export const handle = { loading: { title: "accounts.you.links.rewards.name" } } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.you.links.rewards.name"), language);
}

const step = 24;
const readyStep = 6;
/** Number of wraps that are shown with the progress to their next level. */
const MAX_NEAR = 4;
/** Data that other users change: a listen through the user's link, or a claim decided by an artist. */
const changing = [getMyBalances, getMyPointEntries, getMyClaims];

/** Excludes claims whose points were returned. */
const redeemedFilter = { key: "state", operator: "!=", value: "REJECTED" } as const;

/** What the user's points get now and next, their claims, and the points with their history. */
export default function MyRewardsPage() {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(step);
  const balances = useAuthedQuery(getMyBalances, { list: { limit, sortKey: "goal", sortDir: "DESC" } });
  // Uses the request options of the history below, so that both share one call.
  const entries = useAuthedQuery(getMyPointEntries, { list: { limit: historyStep } });
  const points = useAuthedQuery(getMyPointTotal);
  const redeemed = useAuthedQuery(getMyClaims, { list: { limit: 1, filters: [redeemedFilter] } });
  const { data } = balances;
  // The totals decide the height of the header.
  const isPending = [balances, entries, points, redeemed].some((query) => query.isPending);
  usePolling(changing);
  const reload = () => Promise.all([balances.refetch(), entries.refetch()]);
  return (
    <>
      <header className="page-h">
        <div>
          <h1 className="title">{t("accounts.you.links.rewards.name")}</h1>
          <p className="small dim">{t("points.lead")}</p>
        </div>
        {isPending ? null : (
          <Total points={points.data} wraps={data?.total} redeemed={redeemed.data?.total} />
        )}
      </header>
      <section
        key={isPending ? "placeholder" : "content"}
        className="sec own-rewards"
        aria-label={t("accounts.you.links.rewards.name")}
      >
        {isPending || data === undefined || entries.data === undefined ? (
          <QueryState error={balances.error ?? entries.error} refetch={reload} rows={6} height="5rem" />
        ) : entries.data.total === 0 ? (
          <NothingYet />
        ) : (
          <>
            <Reached balances={data.data} />
            <Section title={t("points.claims")}>
              <OwnClaims />
            </Section>
            <Others balances={data.data} total={data.total} more={() => setLimit(limit + step)} />
            <Section title={t("points.history")}>
              <PointHistory />
            </Section>
          </>
        )}
      </section>
    </>
  );
}

type Totals = Record<"points" | "wraps" | "redeemed", number | undefined>;

/** The points for all wraps together, and the rewards that points were redeemed for. */
function Total({ points, wraps, redeemed = 0 }: Totals) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatCount(value, i18n.language);
  if (points === undefined || wraps === undefined) return null;
  return (
    <div className="points-total">
      <p>
        <span className="no">{number(points)}</span>{" "}
        <span className="small dim">
          {t("points.unit", { count: points })} {t("points.wraps", { count: wraps, wraps: number(wraps) })}
        </span>
      </p>
      {redeemed === 0 ? null : (
        <p>
          <span className="no">{number(redeemed)}</span>{" "}
          <span className="small dim">{t("points.redeemed", { count: redeemed })}</span>
        </p>
      )}
    </div>
  );
}

/** The wraps with levels to redeem now, what the last claim gave, and the wraps whose next level is close. */
function Reached({ balances }: { balances: readonly PointBalance[] }) {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(readyStep);
  const [claim, setClaim] = useState<Claim>();
  const ready = pickReady(balances);
  const near = pickNear(balances, MAX_NEAR);
  return (
    <>
      {ready.length === 0 && claim === undefined ? null : (
        <Section title={t("points.claimNow")}>
          {claim === undefined ? null : (
            <div className="just-claimed">
              <p className="b">{claim.reward.name}</p>
              <ClaimedLevel key={claim.id} claim={claim} song={claim.song} fresh />
            </div>
          )}
          <WrapGroups balances={ready.slice(0, limit)} onClaimed={setClaim} />
          <MoreButton count={limit} total={ready.length} more={() => setLimit(limit + readyStep)} />
        </Section>
      )}
      {near.length === 0 ? null : (
        <Section title={t("points.goals.closest")}>
          <WrapGroups balances={near} onClaimed={setClaim} />
        </Section>
      )}
    </>
  );
}

type OthersProps = { balances: readonly PointBalance[]; total: number; more: () => void };

/** The wraps that no row above shows. */
function Others({ balances, total, more }: OthersProps) {
  const { t } = useTranslation();
  const listed = new Set([...pickReady(balances), ...pickNear(balances, MAX_NEAR)]);
  const others = balances.filter((balance) => !listed.has(balance));
  if (total > 0 && others.length === 0 && balances.length >= total) return null;
  return (
    <Section title={t("points.rest")}>
      {total === 0 ? <EmptySection>{t("points.notPublic")}</EmptySection> : <PointTable balances={others} />}
      <MoreButton count={balances.length} total={total} more={more} />
    </Section>
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
