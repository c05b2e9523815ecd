import { useQueryClient } from "@tanstack/react-query";
import { getAccess } from "@wrapsody/shared/accounts/access.ts";
import {
  type Campaign,
  campaignState,
  getDrop,
  type Phase,
} from "@wrapsody/shared/experiences/experiences.ts";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { invalidateQueries } from "../../../lib/api/invalidate.ts";
import { TimeLeft, useSeconds } from "../../../ui/countdown/time-left.tsx";
import { useAccess } from "../experience/access.ts";
import { AudienceNote } from "./audience.tsx";
import { PhaseReminder } from "./phase-reminder.tsx";
import { useReread } from "./reread.ts";
import { Waitlist } from "./waitlist.tsx";

export { Waitlist };

/** Actions of the reader in the current phase or, before it opens, the next one. */
export function PhasePanel({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { phases, current_phase, next_phase } = campaign;
  const current = phases.find(({ id }) => id === current_phase);
  const next = phases.find(({ id }) => id === next_phase);
  const edge = current === undefined ? next?.starts_at : (current.ends_at ?? next?.starts_at);
  const state = campaignState(campaign);
  if (state === "Completed") return null;
  if (state === "Upcoming" && current !== undefined) return <p>{t("experiences.notStartedWhy")}</p>;
  if (current === undefined && next === undefined) return <p className="head">{t("phases.over")}</p>;
  const displayed = current ?? next;
  return (
    <>
      <div>
        <p className="small b">{t(current === undefined ? "phases.next" : "phases.current")}</p>
        <p className="head">{displayed?.name}</p>
      </div>
      {edge === undefined ? null : (
        <Edge
          key={edge}
          at={Date.parse(edge)}
          label={t(current === undefined ? "experiences.phase.opensIn" : "phases.endsIn")}
        />
      )}
      {displayed === undefined ? null : <Admission campaign={campaign} phase={displayed} />}
      {current !== undefined || next === undefined ? null : (
        <PhaseReminder campaign={campaign} phase={next} />
      )}
    </>
  );
}

/** The time until the current phase changes. Reads the experience again from then on. */
function Edge({ at, label }: { at: number; label: string }) {
  const { t } = useTranslation();
  const now = useSeconds(at);
  const isDue = now !== undefined && now >= at;
  const client = useQueryClient();
  useReread(
    isDue,
    useCallback(() => invalidateQueries(client, getDrop, getAccess), [client]),
  );
  return (
    <div>
      <p className="small">{label}</p>
      <TimeLeft until={at} now={now} />
      <p className="small" role="status">
        {isDue ? t("phases.changing") : ""}
      </p>
    </div>
  );
}

/** Whom the phase admits, whether that includes the reader, and its waitlist once it is sold out. */
function Admission({ campaign, phase }: { campaign: Campaign; phase: Phase }) {
  const { t } = useTranslation();
  const access = useAccess(campaign)?.access;
  const isSoldOut = access === "SOLD_OUT" && phase.id === campaign.current_phase;
  return (
    <>
      {access === "NOT_ADMITTED" ? (
        <p className="b" role="status">
          {t("phases.notAdmitted")}
        </p>
      ) : null}
      <AudienceNote campaign={campaign} phase={phase} />
      {isSoldOut ? <p className="b">{t("experiences.soldOut")}</p> : null}
      <Waitlist campaign={campaign} isSoldOut={isSoldOut} />
    </>
  );
}
