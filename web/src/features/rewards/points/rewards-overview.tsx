import type { Claim } from "@wrapsody/shared/claims.ts";
import type { PointBalance } from "@wrapsody/shared/points.ts";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { FirstStep } from "../../../ui/feedback/states.tsx";
import { ClaimedLevel } from "../claims/claimed-level.tsx";
import { NearLevels, pickNear } from "./near-levels.tsx";
import { NextListen } from "./next-listen.tsx";
import { countReady, ReadyLevels } from "./ready-levels.tsx";

/** Number of levels shown in each list. */
const MAX_LEVELS = 3;

type Props = { balances: readonly PointBalance[] };

/** The levels to redeem now, and the closest ones. */
export function RewardsOverview({ balances }: Props) {
  const { t } = useTranslation();
  const [claim, setClaim] = useState<Claim>();
  const near = pickNear(balances, MAX_LEVELS);
  if (balances.length === 0)
    return (
      <FirstStep
        title={t("points.none")}
        text={t("points.goals.none")}
        to={paths.wraps()}
        label={t("points.toWraps")}
      />
    );
  return (
    <>
      {claim === undefined && countReady(balances) === 0 ? null : (
        <Part title={t("points.claimNow")} end={<AllPoints />}>
          {claim === undefined ? null : <ClaimedLevel key={claim.id} claim={claim} song={claim.song} fresh />}
          <ReadyLevels balances={balances} limit={MAX_LEVELS} onClaimed={setClaim} />
        </Part>
      )}
      {near.length === 0 ? null : (
        <Part title={t("points.goals.closest")} end={countReady(balances) === 0 ? <AllPoints /> : null}>
          <NearLevels levels={near} />
        </Part>
      )}
    </>
  );
}

function AllPoints() {
  const { t } = useTranslation();
  return (
    <Link className="u small" to={paths.myRewards}>
      {t("points.goals.all")}
    </Link>
  );
}

function Part({ title, end, children }: { title: string; end: ReactNode; children: ReactNode }) {
  return (
    <section className="you-part">
      <div className="split">
        <h2 className="head">{title}</h2>
        {end}
      </div>
      {children}
    </section>
  );
}

/** The wrap of the closest reward whose next listen earns a point now, or else soonest. */
export function NextPoint({ balances }: Props) {
  const { t } = useTranslation();
  const [near] = pickNear(
    balances.filter(({ is_own }) => !is_own),
    Number.POSITIVE_INFINITY,
  )
    .map(({ balance }) => balance)
    .toSorted((a, b) => (a.next_award_at ?? "").localeCompare(b.next_award_at ?? ""));
  if (near === undefined) return null;
  return (
    <section className="you-part">
      <h2 className="head">{t("points.nextListen")}</h2>
      <p>
        <Link className="u b" to={paths.wrap(near.song.pretty_id)}>
          {near.song.name}
        </Link>
        {`, ${near.song.artist}`}
      </p>
      <NextListen balance={near} />
    </section>
  );
}
