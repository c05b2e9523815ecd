import type { NextStep, OwnSong } from "@wrapsody/shared/studio/studio.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";

/** Tab of the manage page that holds a step; undefined if the header holds it. */
export const tabOfStep = {
  ADD_ARTWORK: "assets",
  ADD_AUDIO: "assets",
  WAIT_FOR_AUDIO: "assets",
  SUBMIT: undefined,
  WAIT_FOR_REVIEW: undefined,
  WAIT_FOR_LISTING: undefined,
  MEND: undefined,
  ADD_REWARDS: "rewards",
  SHARE: undefined,
  CONTEST: undefined,
} as const satisfies Record<NextStep, string | undefined>;

/** Steps that depend on another person or on the server. */
const isWaiting: ReadonlySet<NextStep> = new Set(["WAIT_FOR_AUDIO", "WAIT_FOR_REVIEW", "WAIT_FOR_LISTING"]);

type NextStepProps = Pick<OwnSong, "id" | "name" | "status" | "next_step">;

/** Next step of the publisher as a link, marked while the wrap depends on it. */
export function NextStepLink({ song }: { song: NextStepProps }) {
  const { t } = useTranslation();
  const text = t(stepKey(song));
  if (isWaiting.has(song.next_step)) return <span className="small dim">{text}</span>;
  const tab = tabOfStep[song.next_step];
  const marked = song.status !== "HIDDEN" && song.next_step !== "SHARE";
  return (
    <Link
      className={marked ? "mark" : "u small"}
      to={paths.manage(song.id, tab === undefined ? {} : { tab })}
      aria-label={t("manage.next.of", { step: text, name: song.name })}
    >
      {text} {marked ? <ArrowRight className="i" aria-hidden="true" /> : null}
    </Link>
  );
}

/** Returns the text key of a step. A wrap that its publisher hid is shown again, not submitted. */
export function stepKey({ status, next_step }: Pick<OwnSong, "status" | "next_step">): string {
  return status === "HIDDEN" && next_step === "SUBMIT" ? "manage.next.SHOW" : `manage.next.${next_step}`;
}
