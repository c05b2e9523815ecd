import type { Reward } from "@wrapsody/shared/rewards.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { keepSource, useSignedIn } from "../../lib/session.ts";
import { paths } from "../../paths.ts";
import { formatCount } from "../../ui/format.ts";
import { Gauge } from "../../ui/gauge.tsx";
import { shareOf } from "./rewards-ladder.tsx";

/** The levels of a wrap. `points` are what the reader holds for it; undefined while nobody is known. */
export type RewardsOfWrap = { rewards: Reward[]; points: number | undefined };

/** The points of this wrap: the reader's own, else what the first reward takes. */
export function RewardsPoints({ rewards, points }: RewardsOfWrap) {
  const { t } = useTranslation();
  return (
    <div className="pts">
      <div className="split small">
        <span className="b">{t(points === undefined ? "wrap.pointsOpen" : "wrap.points")}</span>
        {points !== undefined && <span className="dim">{t("wrap.thisWrap")}</span>}
      </div>
      {points === undefined ? <FirstLevel rewards={rewards} /> : <Held points={points} rewards={rewards} />}
      <LoginInvitation className="invite" />
    </div>
  );
}

function FirstLevel({ rewards }: { rewards: Reward[] }) {
  const { t, i18n } = useTranslation();
  const first = nextOf(rewards, -1);
  if (first === undefined) return <p className="small dim note">{t("wrap.noRewards")}</p>;
  return (
    <>
      <span className="no num">{formatCount(first.reward_points_earned, i18n.language)}</span>
      <p className="small">
        {t("wrap.untilFirst")} <b>{first.name}</b>
      </p>
      <Gauge share={0} />
    </>
  );
}

function Held({ points, rewards }: { points: number; rewards: Reward[] }) {
  const { t, i18n } = useTranslation();
  const next = nextOf(rewards, points);
  const count = (value: number) => formatCount(value, i18n.language);
  return (
    <>
      <span className="no num">{count(points)}</span>
      {next === undefined ? (
        <p className="small">{t(rewards.length === 0 ? "wrap.noRewards" : "wrap.allReached")}</p>
      ) : (
        <>
          <p className="small">
            {t("wrap.toGoUntil", { points: count(next.reward_points_earned - points) })} <b>{next.name}</b>
          </p>
          <Gauge share={shareOf(points, next.reward_points_earned)} />
        </>
      )}
    </>
  );
}

/** For anonymous readers only; whoever is signed in already needs no invitation. */
export function LoginInvitation({ className }: { className: string }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  if (useSignedIn()) return null;
  return (
    <div className={className}>
      <p className="small dim">{t("wrap.loginInvitation")}</p>
      <Link className="btn s" to={paths.login()} onClick={() => keepSource(`${pathname}${search}`)}>
        {t("wrap.login")} <ArrowRight className="i" aria-hidden />
      </Link>
    </div>
  );
}

/** The nearest level that takes more than `points`. */
function nextOf(rewards: Reward[], points: number): Reward | undefined {
  return rewards
    .filter((reward) => reward.reward_points_earned > points)
    .sort((a, b) => a.reward_points_earned - b.reward_points_earned)[0];
}
