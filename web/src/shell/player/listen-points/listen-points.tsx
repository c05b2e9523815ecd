import { useQueryClient } from "@tanstack/react-query";
import { getMyPointTotal } from "@wrapsody/shared/rewards/rewards.ts";
import type { TFunction } from "i18next";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { currentPath } from "../../../lib/storage/session.ts";
import { paths, REWARDS_TAB } from "../../../paths.ts";
import { useLoginPrompt } from "../../login-prompt.ts";
import { usePlayerPart } from "../player.ts";
import type { PlayProgress } from "../plays.ts";
import { usePlayProgress } from "./play-progress.ts";
import "./listen-points.css";

export const loadTexts = () => loadNamespaces("listening");

/** Seconds of listening for which an earned point is shown. */
const SHOWN_FOR_S = 10;
/** Longer titles leave no room for what follows. They are in the line above, and always announced. */
const MAX_TITLE_LENGTH = 18;

type Answer = NonNullable<PlayProgress["answer"]>;

/**
 * The point of the current play, over the artist’s name: when it counts, then what it has earned. Only
 * the latter is announced. Anonymous listeners are invited to log in, once a play of theirs has counted.
 */
export function ListenPoints() {
  const { t } = useTranslation();
  const song = usePlayerPart((player) => player.song);
  const isPreview = usePlayerPart((player) => player.preview !== undefined);
  const play = usePlayProgress((progress) => progress?.song);
  const answer = usePlayProgress((progress) => progress?.answer);
  useKnownTotal(answer?.points?.total);
  if (song === undefined || isPreview || play?.id !== song.id) return <Announcement text="" />;
  const earned = answer?.points?.earned ?? 0;
  return (
    <>
      <Announcement text={answer === undefined || earned === 0 ? "" : announcePoint(t, song.name, answer)} />
      {answer === undefined ? null : answer.counted ? (
        <Counted prettyId={song.pretty_id} name={song.name} answer={answer} />
      ) : (
        <Uncounted answer={answer} />
      )}
    </>
  );
}

/** Shows the total of an answer in the header, without a request. */
function useKnownTotal(total: number | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (total !== undefined) client.setQueryData(queryOf(getMyPointTotal).queryKey, total);
  }, [client, total]);
}

/** Exists before its text, or screen readers would miss the first one. */
function Announcement({ text }: { text: string }) {
  return (
    <span className="vh" role="status">
      {text}
    </span>
  );
}

function announcePoint(t: TFunction, name: string, { points }: Answer): string {
  if (points?.reached == null) return describeEarned(t, name, points);
  return t("listening.reached", { points: points.earned, song: name, reward: points.reached.name });
}

function describeEarned(t: TFunction, name: string, points: Answer["points"]): string {
  const earned = { points: points?.earned ?? 0, song: name };
  if (points?.next == null) return t("listening.earned", earned);
  return t("listening.earnedToGo", { ...earned, left: points.next.reward_points_earned - points.points });
}

function Uncounted({ answer: { points, next_award_at } }: { answer: Answer }) {
  const { t } = useTranslation();
  const seconds = usePlayProgress((progress) =>
    progress?.countsAt === undefined ? undefined : Math.max(1, Math.ceil(progress.countsAt - progress.heard)),
  );
  if (points?.can_earn === true)
    return seconds === undefined ? null : (
      <p className="listen-points">{t("listening.countsIn", { seconds })}</p>
    );
  if (next_award_at === null || points === null) return null;
  const minutes = Math.max(1, Math.ceil((Date.parse(next_award_at) - Date.now()) / 60_000));
  const time =
    minutes < 60
      ? t("listening.minutes", { minutes })
      : t("listening.hours", { hours: Math.ceil(minutes / 60) });
  return <p className="listen-points">{t("listening.again", { time })}</p>;
}

function Counted({ prettyId, name, answer: { points } }: { prettyId: string; name: string; answer: Answer }) {
  const { t } = useTranslation();
  const isFresh = usePlayProgress(
    (progress) => progress !== undefined && progress.heard < progress.answeredAt + SHOWN_FOR_S,
  );
  if (points === null) return <LoginInvitation prettyId={prettyId} />;
  if (points.earned === 0) return null;
  if (points.reached !== null)
    return (
      <Link className="listen-points whole next" to={paths.wrap(prettyId, { tab: REWARDS_TAB })}>
        {t("listening.redeem", { points: points.earned })}
      </Link>
    );
  const shortName = name.length > MAX_TITLE_LENGTH ? t("listening.thisWrap") : name;
  return isFresh ? (
    <p className="listen-points whole" aria-hidden="true">
      {describeEarned(t, shortName, points)}
    </p>
  ) : null;
}

/** The wrap that invited to log in: one is enough for a visit. */
let invitedBy: string | undefined;

function LoginInvitation({ prettyId }: { prettyId: string }) {
  const { t } = useTranslation();
  const promptLogin = useLoginPrompt();
  invitedBy ??= prettyId;
  if (invitedBy !== prettyId) return null;
  return (
    <Link
      className="listen-points whole"
      to={paths.login({ for: "points" })}
      onClick={(event) => promptLogin(event, { purpose: "points", returnTo: currentPath() })}
    >
      {t("listening.logIn")}
    </Link>
  );
}
