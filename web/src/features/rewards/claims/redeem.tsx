import { getMe } from "@wrapsody/shared/accounts/accounts.ts";
import { type Claim, isFulfilledInstantly, postClaim } from "@wrapsody/shared/rewards/claims.ts";
import type { GoalLevel } from "@wrapsody/shared/rewards/points.ts";
import { isClosed, type LevelAvailability } from "@wrapsody/shared/rewards/reward-levels.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import { paths } from "../../../paths.ts";
import { formatCount } from "../../../ui/format/format.ts";
import { ConfirmButton, errorKey, useAuthedQuery } from "../../accounts/index.ts";
import { useSongBalance } from "../points/own-balance.ts";
import { useClaimsChanged, useLevelAvailability, useSpend } from "./claim-queries.ts";
import { HeldToken } from "./held-token.tsx";
import { hasLink, NeedsToken } from "./level-facts.tsx";
import { RedeemWithAnswers } from "./redeem-with-answers.tsx";

type Props = {
  song: { id: number; pretty_id: string };
  level: GoalLevel;
  /** The user's points. */
  points: number;
  claimed: (claim: Claim) => void;
  /** Whether the level is a row of a list, which states the quantity that is left and has a mark for a button. */
  isRow?: boolean;
};

/** The button that claims a level, or the reason why it is unavailable. */
export function Redeem({ song, level, points, claimed, isRow = false }: Props) {
  const { t } = useTranslation();
  // If the level becomes unavailable, the dialog disappears with its button, so the reason takes their place.
  const [why, setWhy] = useState<string>();
  const errorText = (error: Error) => `${t("claims.failed")}${reasonOf(error, t)}`;
  const { run, finish, fail } = useRun(song.id, level, {
    claimed,
    failed: (error) => setWhy(errorText(error)),
  });
  const availability = useLevelAvailability(song.id, level.id);
  const { data: user } = useAuthedQuery(getMe);
  const need = level.reward_points_earned;
  const className = isRow ? "mark" : "btn s go";
  const label = (
    <>
      <span>
        {t("claims.redeem")} <span className="vh">{level.name}</span>
      </span>
      <ArrowRight className="i" aria-hidden="true" />
    </>
  );
  const left = availability === undefined ? level.stock_left : availability.stock_left;
  if (left === 0)
    return (
      <Closed label={label} why={why}>
        {t("claims.noneLeft")}
      </Closed>
    );
  // More points would not help.
  const closed = availability !== undefined && isClosed(availability);
  if (points < need && !closed)
    return (
      <Closed label={label} why={why}>
        <Missing songId={song.id} points={need - points} />
      </Closed>
    );
  if (availability?.is_available === false)
    return (
      <Closed label={label} why={why}>
        {t("claims.notNow")}
      </Closed>
    );
  // The dialog describes the target, so it opens only once that is known.
  if (
    user === undefined ||
    (availability === undefined && (hasLink(level) || !isFulfilledInstantly(level.reward_type)))
  )
    return (
      <Closed label={label} why={why}>
        {""}
      </Closed>
    );
  if (user.email === null && !isFulfilledInstantly(level.reward_type))
    return (
      <Closed label={label} why={why}>
        {t("claims.needsAddress")}{" "}
        <Link className="u b" to={paths.settings}>
          {t("claims.toSettings")}
        </Link>
      </Closed>
    );
  const terms = <ClaimTerms level={level} song={song} availability={availability} left={points - need} />;
  const title = t("claims.question", { name: level.name });
  return (
    <>
      {availability === undefined || availability.questions.length === 0 ? (
        <ConfirmButton
          className={className}
          label={label}
          title={title}
          text={terms}
          confirm={t("claims.redeem")}
          run={run}
          reason={errorText}
        />
      ) : (
        <RedeemWithAnswers
          className={className}
          label={label}
          title={title}
          terms={terms}
          params={{ id: String(song.id), rewardId: String(level.id) }}
          questions={availability.questions}
          errorText={errorText}
          onClaimed={finish}
          onFailed={fail}
        />
      )}
      {isRow ? null : <Stock left={left} />}
    </>
  );
}

type ClosedProps = { label: ReactNode; why: string | undefined; children: ReactNode };

function Closed({ label, why, children }: ClosedProps) {
  return (
    <>
      {why === undefined ? null : (
        <p className="msg small" role="alert">
          {why}
        </p>
      )}
      <button type="button" className="btn s" disabled>
        {label}
      </button>
      <p className="small dim">{children}</p>
    </>
  );
}

/** How many points are missing, or that the user cannot earn any on their own wrap. */
function Missing({ songId, points }: { songId: number; points: number }) {
  const { t, i18n } = useTranslation();
  const isOwn = useSongBalance(songId).balance?.is_own ?? false;
  if (isOwn) return t("points.ownLevel");
  return t("claims.missing", { count: points, points: formatCount(points, i18n.language) });
}

function reasonOf(error: Error, t: (key: string) => string): string {
  if (!(error instanceof ApiError)) return t(errorKey(error));
  if (error.code === "E0041" || error.code === "E0042") return t(`claims.${error.code}`);
  if (error.errors.some(({ field }) => field === "email")) return t("claims.needsAddress");
  return t(error.status === 404 ? "claims.E0042" : errorKey(error));
}

type Outcome = { claimed: (claim: Claim) => void; failed: (error: Error) => void };

/** Claims a level. `finish` and `fail` follow a claim that a form made. */
function useRun(songId: number, level: GoalLevel, { claimed, failed }: Outcome) {
  const spend = useSpend();
  const changed = useClaimsChanged();
  const navigate = useNavigate();
  // Refetches after a failure too: the page may have shown outdated data.
  const refetch = () => changed().catch(() => undefined);
  const finish = async (claim: Claim) => {
    spend(songId, claim.points);
    claimed(claim);
    await refetch();
  };
  const fail = async (error: Error) => {
    failed(error);
    await refetch();
  };
  const run = async () => {
    const params = { id: String(songId), rewardId: String(level.id) };
    try {
      await finish(await apiFetch(postClaim, { params }));
    } catch (error) {
      if (error instanceof Error) await fail(error);
      throw error;
    }
    if (level.reward_type === "DAPP_ACCESS") await navigate(paths.myArt());
  };
  return { run, finish, fail };
}

function Stock({ left }: { left: number | null }) {
  const { t, i18n } = useTranslation();
  if (left === null) return null;
  return (
    <p className="small dim num">
      {t("claims.left", { count: left, left: formatCount(left, i18n.language) })}
    </p>
  );
}

type ClaimTermsProps = {
  level: GoalLevel;
  song: Props["song"];
  availability: LevelAvailability | undefined;
  left: number;
};

/** The price of a claim, its requirements and who is notified. */
function ClaimTerms({ level, song, availability, left }: ClaimTermsProps) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => ({ count: value, points: formatCount(value, i18n.language) });
  const isFile = level.reward_type === "WRAPPED_MP3";
  const isJoined = availability?.experiences.some(({ is_joined }) => is_joined) ?? false;
  return (
    <>
      <p>{t("claims.takes", number(level.reward_points_earned))}</p>
      <p>{t("claims.leaves", number(left))}</p>
      <Stock left={availability === undefined ? level.stock_left : availability.stock_left} />
      {isFile && availability !== undefined ? (
        <>
          <NeedsToken availability={availability} song={song} />
          <HeldToken songId={song.id} level={level} availability={availability}>
            <p className="b">{t(isJoined ? "claims.token.owned" : "claims.token.question")}</p>
          </HeldToken>
        </>
      ) : null}
      {level.reward_type === "DAPP_ACCESS" ? (
        <>
          {isJoined ? <p className="b">{t("claims.alreadyJoined")}</p> : null}
          <p>{t("claims.immediately")}</p>
        </>
      ) : null}
      <p>{t(isFulfilledInstantly(level.reward_type) ? "claims.seesToo" : "claims.sees")}</p>
    </>
  );
}
