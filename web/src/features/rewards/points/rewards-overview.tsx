import type { Claim } from "@wrapsody/shared/rewards/claims.ts";
import type { PointBalance } from "@wrapsody/shared/rewards/points.ts";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { FirstStep } from "../../../ui/feedback/states.tsx";
import { ClaimedLevel } from "../claims/claimed-level.tsx";
import { NextListen } from "./next-listen.tsx";
import { pickNear, pickReady, WrapGroups } from "./wrap-groups.tsx";

/** Number of wraps shown in each list. */
const MAX_WRAPS = 3;

type Props = { balances: readonly PointBalance[] };

/** The wraps with levels to redeem now, and those whose next level is close. */
export function RewardsOverview({ balances }: Props) {
  const { t } = useTranslation();
  const [claim, setClaim] = useState<Claim>();
  const ready = pickReady(balances);
  const near = pickNear(balances, MAX_WRAPS);
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
      {claim === undefined && ready.length === 0 ? null : (
        <Part title={t("points.claimNow")}>
          {claim === undefined ? null : <ClaimedLevel key={claim.id} claim={claim} song={claim.song} fresh />}
          <WrapGroups balances={ready.slice(0, MAX_WRAPS)} onClaimed={setClaim} />
        </Part>
      )}
      {near.length === 0 ? null : (
        <Part title={t("points.goals.closest")}>
          <WrapGroups balances={near} onClaimed={setClaim} />
        </Part>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="you-part">
      <h2 className="head">{title}</h2>
      {children}
    </section>
  );
}

/** The wrap of the closest reward whose next listen earns a point now, or else soonest. */
export function NextPoint({ balances }: Props) {
  const { t } = useTranslation();
  const [near] = balances
    .filter(({ is_own, goals }) => !is_own && goals.next !== null)
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
