import { type Claim, getMyClaims, isGivenAtOnce, postClaim } from "@wrapsody/shared/claims.ts";
import type { Reward } from "@wrapsody/shared/rewards.ts";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { AskError, ask } from "../../lib/ask.ts";
import { paths } from "../../paths.ts";
import { formatCount } from "../../ui/format.ts";
import { Confirmed, reasonKey, useOwn } from "../accounts/index.ts";
import { ClaimStanding } from "./claim-state.tsx";
import { ClaimedLevel } from "./claimed-level.tsx";
import { useClaimsChanged, useSpend } from "./claims-changed.ts";
import "./level-claim.css";

type Given = {
  song: { id: number; name: string; artist: string };
  level: Reward;
  /** What the reader holds; undefined until it is known. */
  points: number | undefined;
  /** How far the level is, which stands above the button that claims it. */
  head: ReactNode;
};

/** More levels than a wrap can have. */
const most = 200;

/** What somebody who is signed in has of a level: the button that claims it, or the claim and what came of it. */
export function LevelClaim({ song, level, points, head }: Given) {
  const { t } = useTranslation();
  const [fresh, setFresh] = useState(false);
  const filters = [{ key: "song_id", operator: "==", value: song.id } as const];
  const { data, error } = useOwn(getMyClaims, { list: { limit: most, filters } });
  const claim = data?.data.find(({ reward }) => reward.id === level.id);
  if (claim !== undefined) return <Claimed claim={claim} song={song} fresh={fresh} />;
  return (
    <div className="act">
      {head}
      {data === undefined ? (
        <p className="small dim">{error === null ? "" : t(reasonKey(error))}</p>
      ) : (
        <Redeem song={song} level={level} points={points} claimed={() => setFresh(true)} />
      )}
    </div>
  );
}

function Claimed({ claim, song, fresh }: { claim: Claim; song: Given["song"]; fresh: boolean }) {
  const { t, i18n } = useTranslation();
  const points = { count: claim.points, points: formatCount(claim.points, i18n.language) };
  return (
    <>
      <div className="act">
        <p className="code dim">{claim.state === "REJECTED" ? "" : t("claims.spent", points)}</p>
        <ClaimStanding state={claim.state} />
      </div>
      <ClaimedLevel claim={claim} song={song} fresh={fresh} />
    </>
  );
}

type Redeeming = Omit<Given, "head"> & { claimed: () => void };

function Redeem({ song, level, points, claimed }: Redeeming) {
  const { t, i18n } = useTranslation();
  const run = useRun(song.id, level, claimed);
  const need = level.reward_points_earned;
  const count = (value: number) => ({ count: value, points: formatCount(value, i18n.language) });
  const label = (
    <>
      {t("claims.redeem")} <span className="vh">{level.name}</span>
    </>
  );
  if (points === undefined || points < need || level.stock_left === 0)
    return (
      <>
        <button type="button" className="btn s" disabled>
          {label}
        </button>
        <p className="small dim">
          {level.stock_left === 0
            ? t("claims.noneLeft")
            : points !== undefined && t("claims.missing", count(need - points))}
        </p>
      </>
    );
  return (
    <>
      <Confirmed
        className="btn s solid"
        label={label}
        title={t("claims.question", { name: level.name })}
        text={<Takes level={level} left={points - need} />}
        confirm={t("claims.redeem")}
        run={run}
        reason={(error) => `${t("claims.failed")}${reasonOf(error, t)}`}
      />
      <Stock level={level} />
    </>
  );
}

function reasonOf(error: Error, t: (key: string) => string): string {
  if (error instanceof AskError && (error.code === "E0041" || error.code === "E0042"))
    return t(`claims.${error.code}`);
  return t(error instanceof AskError && error.status === 404 ? "claims.E0042" : reasonKey(error));
}

function useRun(songId: number, level: Reward, claimed: () => void): () => Promise<void> {
  const spend = useSpend();
  const changed = useClaimsChanged();
  const navigate = useNavigate();
  return async () => {
    const params = { id: String(songId), rewardId: String(level.id) };
    try {
      const { points } = await ask(postClaim, { params });
      spend(songId, points);
      claimed();
    } finally {
      // Also where it failed: then something is not as it was shown.
      await changed().catch(() => undefined);
    }
    if (level.reward_type === "DAPP_ACCESS") await navigate(paths.myArt());
  };
}

function Stock({ level: { stock_left } }: { level: Reward }) {
  const { t, i18n } = useTranslation();
  if (stock_left === null) return null;
  return (
    <p className="small dim num">
      {t("claims.left", { count: stock_left, left: formatCount(stock_left, i18n.language) })}
    </p>
  );
}

/** What claiming takes, and who learns of it. */
function Takes({ level, left }: { level: Reward; left: number }) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => ({ count: value, points: formatCount(value, i18n.language) });
  return (
    <>
      <p>{t("claims.takes", number(level.reward_points_earned))}</p>
      <p>{t("claims.leaves", number(left))}</p>
      <Stock level={level} />
      <p>{t(isGivenAtOnce(level.reward_type) ? "claims.atOnce" : "claims.sees")}</p>
    </>
  );
}
