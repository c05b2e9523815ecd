import { type Checklist, type ChecklistStep, checklistSteps } from "@wrapsody/shared/studio/checklist.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useCallback, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { readStored, writeStored } from "../../../lib/storage/storage.ts";
import { paths } from "../../../paths.ts";
import "./checklist.css";

/** Returns whether the steps to a publisher's first release are shown. Once they are done or hidden, this browser no longer shows them to this account. */
export function useReleaseChecklist(account: string, checklist: Checklist) {
  const [isHidden, setHidden] = useState(() => readStored("checklist") === account);
  const isDone = checklist.steps.every(({ state }) => state === "DONE");
  const hide = useCallback(() => {
    writeStored("checklist", account);
    setHidden(true);
  }, [account]);
  useEffect(() => {
    if (isDone) hide();
  }, [isDone, hide]);
  return { isShown: !isHidden && !isDone, hide };
}

/** Returns the step that alone is left to do, if it is one. */
export function lastStepOf({ steps }: Checklist): ChecklistStep | undefined {
  const [last, ...others] = steps.filter(({ state }) => state !== "DONE");
  return others.length === 0 && last?.state === "TODO" ? last.step : undefined;
}

type LastStepProps = { step: ChecklistStep; checklist: Checklist; isNext: boolean; hide(): void };

/** The step that alone is left, as an entry of a list of things to do. */
export function LastStep({ step, checklist, isNext, hide }: LastStepProps) {
  const { t } = useTranslation();
  return (
    <li>
      <div>
        <p className="b">{t(`checklist.${step}.name`)}</p>
        <p className="small dim">{t(`checklist.${step}.text`)}</p>
      </div>
      <div className="row last-step">
        <button type="button" className="u small" onClick={hide}>
          {t("checklist.hideStep")}
        </button>
        <StepLink step={step} checklist={checklist} isNext={isNext} />
      </div>
    </li>
  );
}

/** `isFirst`: nothing else on the page comes before the next step. */
type StepsProps = { checklist: Checklist; isFirst: boolean; hide(): void };

/** Lists the steps that are left to a publisher's first release. */
export function ReleaseSteps({ checklist, isFirst, hide }: StepsProps) {
  const { t } = useTranslation();
  const id = useId();
  const { steps } = checklist;
  const next = steps.find(({ state }) => state === "TODO");
  const left = steps.filter(({ state }) => state !== "DONE");
  const done = steps.length - left.length;
  return (
    <section className="steps" aria-labelledby={id}>
      <div className="split">
        <h2 id={id} className="head">
          {t("checklist.title")}
        </h2>
        <p className="small dim">{t("checklist.progress", { done, total: steps.length })}</p>
      </div>
      <ol>
        {left.map(({ step, state }) => (
          <li key={step}>
            <span className="no" aria-hidden="true">
              {checklistSteps.indexOf(step) + 1}
            </span>
            <div>
              <p className="b">{t(`checklist.${step}.name`)}</p>
              <p className="small dim">{t(`checklist.${step}.text`)}</p>
            </div>
            {state === "WAITING" ? (
              <p className="state wait small">{t("checklist.waiting")}</p>
            ) : (
              <StepLink step={step} checklist={checklist} isNext={isFirst && step === next?.step} />
            )}
          </li>
        ))}
      </ol>
      <button type="button" className="u small" onClick={hide}>
        {t("checklist.hide")}
      </button>
    </section>
  );
}

type StepLinkProps = { step: ChecklistStep; checklist: Checklist; isNext: boolean };

/** Leads to the page where the step is done. Steps whose predecessor is open have no link yet. */
function StepLink({ step, checklist, isNext }: StepLinkProps) {
  const { t } = useTranslation();
  const to = pathOfStep(step, checklist);
  if (to === undefined) return null;
  const isUpload = step === "SONG" && checklist.song !== null;
  return (
    <Link className={isNext ? "mark" : "u small"} to={to}>
      {t(`checklist.${step}.${isUpload ? "actionAudio" : "action"}`)}
      {isNext ? <ArrowRight className="i" aria-hidden="true" /> : null}
    </Link>
  );
}

function pathOfStep(step: ChecklistStep, { artist, song }: Checklist): string | undefined {
  switch (step) {
    case "ARTIST":
      return paths.createArtist;
    case "SONG":
      if (artist === null) return undefined;
      if (song !== null) return paths.manage(song.id, { tab: "assets" });
      return paths.createWrap({ aid: artist.id, an: artist.name });
    case "LISTING":
      return song?.has_audio ? paths.manage(song.id) : undefined;
    case "EXPERIENCE":
      return artist === null ? undefined : paths.createExperience();
    case "PAYOUT":
      return paths.earnings({ view: "payouts" });
  }
}
