import type { Reward } from "@wrapsody/shared/rewards/rewards.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLazyModule } from "../../../../lib/lazy-module.ts";
import { currentPath, useSignedIn } from "../../../../lib/storage/session.ts";
import { paths } from "../../../../paths.ts";
import { useLoginPrompt } from "../../../../shell/login-prompt.ts";
import { Gauge } from "../../../../ui/feedback/states.tsx";
import { formatCount } from "../../../../ui/format/format.ts";

/** Levels of a wrap. `points` are the reader's; undefined without a session. */
export type RewardsOfWrap = { rewards: Reward[]; points: number | undefined };

/** Points of this wrap: the reader's balance, else the price of the first level. */
export function RewardsPoints({ rewards, points, songId }: RewardsOfWrap & { songId: number }) {
  const { t } = useTranslation();
  return (
    <div className="pts">
      <div className="split small">
        <span className="b">
          {t(
            points !== undefined
              ? "wrap.points"
              : rewards.length === 0
                ? "wrap.pointsOpen"
                : "wrap.untilFirst",
          )}
        </span>
        {points !== undefined && <span className="dim">{t("wrap.thisWrap")}</span>}
      </div>
      {points === undefined ? <FirstLevel rewards={rewards} /> : <Balance points={points} songId={songId} />}
      <LoginInvitation className="invite" />
    </div>
  );
}

function FirstLevel({ rewards }: { rewards: Reward[] }) {
  const { t, i18n } = useTranslation();
  const [first] = [...rewards].sort((a, b) => a.reward_points_earned - b.reward_points_earned);
  if (first === undefined) return <p className="small dim note">{t("wrap.noRewards")}</p>;
  return (
    <>
      <span className="no num">{formatCount(first.reward_points_earned, i18n.language)}</span>
      <p className="small b">{first.name}</p>
      <Gauge share={0} />
    </>
  );
}

function Balance({ points, songId }: { points: number; songId: number }) {
  const { i18n } = useTranslation();
  // The lazy part knows the reader's goals and when the next listen counts.
  const part = useFanPoints();
  return (
    <>
      <span className="no num">{formatCount(points, i18n.language)}</span>
      {part && <part.NextSteps songId={songId} />}
    </>
  );
}

/** Invites readers without a session to log in. */
export function LoginInvitation({ className }: { className: string }) {
  const { t } = useTranslation();
  const promptLogin = useLoginPrompt();
  if (useSignedIn()) return null;
  return (
    <div className={className}>
      <p className="small dim">{t("wrap.loginInvitation")}</p>
      <Link
        className="btn s"
        to={paths.login({ for: "points" })}
        onClick={(event) => promptLogin(event, { purpose: "points", returnTo: currentPath() })}
      >
        {t("wrap.login")} <ArrowRight className="i" aria-hidden />
      </Link>
    </div>
  );
}

/** Loaded separately, because most readers of a wrap do not need it. */
const rewards = () => import("../../../rewards/index.ts");

export const loadFacts = async () => (await rewards()).loadLevelFacts();
export const loadClaiming = async () => (await rewards()).loadClaiming();
const loadFanPoints = async () => (await rewards()).loadFanPoints();

/** Loads the points of a signed-in reader; undefined while loading. */
export const useFanPoints = () => useLazyModule("fan-points", loadFanPoints).part;
