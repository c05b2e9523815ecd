import { deleteSchedule, putSchedule, scheduleTexts } from "@wrapsody/shared/studio/scheduled-listing.ts";
import type { OwnSong } from "@wrapsody/shared/studio/studio.ts";
import { toInstant, toLocalTime } from "@wrapsody/shared/text/time-zones.ts";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { apiFetch } from "../../../../lib/api/api-fetch.ts";
import { useFormDraft } from "../../../../lib/drafts/use-form-draft.ts";
import { paths } from "../../../../paths.ts";
import { formatRelease } from "../../../../ui/format/release-time.ts";
import { browserZone, listZones } from "../../../../ui/format/time-zones.ts";
import { DraftNotice } from "../../../../ui/forms/draft-notice.tsx";
import { Field, SelectField } from "../../../../ui/forms/field.tsx";
import { Section } from "../../../../ui/layout/section.tsx";
import { ConfirmButton, useApiForm } from "../../../accounts/index.ts";
import { useRejectionText, useSongChanged } from "./own-song.ts";

type Props = { song: OwnSong; onStatusChange: (status: OwnSong["status"]) => void };

const SCHEDULABLE: ReadonlySet<OwnSong["status"]> = new Set(["DRAFT", "IN_REVIEW", "SCHEDULED", "REJECTED"]);

/** The date from which an approved wrap is public. Only a wrap that was never listed has one. */
export function Schedule({ song, onStatusChange }: Props) {
  const { t } = useTranslation();
  if (!SCHEDULABLE.has(song.status) || song.listed_at !== null) return null;
  return (
    <Section title={t("manage.schedule.title")}>
      <div className="manage-schedule">
        {/* Starts again with a date that was changed elsewhere. */}
        <ScheduleForm
          key={`${song.listed_from} ${song.listed_zone}`}
          song={song}
          onStatusChange={onStatusChange}
        />
        {song.listed_from === null ? null : <RemoveDate song={song} onStatusChange={onStatusChange} />}
      </div>
    </Section>
  );
}

function ScheduleForm({ song, onStatusChange }: Props) {
  const { t } = useTranslation();
  const changed = useSongChanged();
  const { listed_from, listed_zone, status } = song;
  const zone = listed_zone ?? browserZone();
  const stored = listed_from === null ? "" : toLocalTime(new Date(listed_from), zone);
  const { form, problems, failure, busy, submit, clearError } = useApiForm({
    endpoint: putSchedule,
    request: { params: { id: String(song.id) } },
    body: ({ listed_from: time = "", time_zone = "" }) => ({ listed_from: time, time_zone }),
    onSuccess(answer) {
      draft.finish();
      if (answer.status !== status) onStatusChange(answer.status);
      void changed(song.id);
    },
  });
  const draft = useFormDraft(`schedule-${song.id}`, form);
  const { listed_from: time = stored, time_zone = zone } = draft.values;
  const [typed, setTyped] = useState({ time, zone: time_zone });
  const reason = useRejectionText();
  const isChanged = typed.time !== stored || typed.zone !== zone;
  return (
    <form ref={form} className="manage-form" method="post" noValidate onSubmit={submit}>
      <DraftNotice
        draft={draft}
        onDiscard={() => {
          draft.discard();
          setTyped({ time: stored, zone });
        }}
      />
      {failure === undefined ? null : (
        <p className="msg" role="alert">
          {reason(failure)}
        </p>
      )}
      <div key={draft.round} className="schedule-pair">
        <Field
          label={t("manage.schedule.field")}
          name="listed_from"
          type="datetime-local"
          required
          defaultValue={time}
          problem={scheduleErrorText(t, problems.listed_from)}
          onChange={({ currentTarget: { value } }) => {
            setTyped((before) => ({ ...before, time: value }));
            clearError("listed_from");
          }}
        />
        <SelectField
          label={t("manage.schedule.zone")}
          name="time_zone"
          defaultValue={time_zone}
          problem={scheduleErrorText(t, problems.time_zone)}
          onChange={({ currentTarget: { value } }) => {
            setTyped((before) => ({ ...before, zone: value }));
            clearError("time_zone");
          }}
        >
          {listZones(time_zone).map((name) => (
            <option key={name} value={name}>
              {name.replaceAll("_", " ")}
            </option>
          ))}
        </SelectField>
      </div>
      <p className="small dim" role="status">
        <ScheduleNote song={song} typed={typed} isChanged={isChanged} />
      </p>
      <button type="submit" className="btn solid" aria-disabled={busy || undefined}>
        {t(
          busy
            ? "manage.schedule.busy"
            : listed_from === null
              ? "manage.schedule.set"
              : "manage.schedule.change",
        )}
      </button>
    </form>
  );
}

/** Says what the typed time means: its day and offset in the zone, or that it is past. */
function ScheduleNote({
  song,
  typed,
  isChanged,
}: {
  song: OwnSong;
  typed: { time: string; zone: string };
  isChanged: boolean;
}) {
  const { t, i18n } = useTranslation();
  const from = typed.time === "" ? undefined : toInstant(typed.time, typed.zone);
  if (from === undefined) return t("manage.schedule.hint");
  if (from <= new Date() && isChanged)
    return t(song.status === "SCHEDULED" ? "manage.schedule.nowScheduled" : "manage.schedule.now");
  const { day, time } = formatRelease(from.toISOString(), i18n.language, typed.zone);
  return t("manage.schedule.at", { day, time });
}

function scheduleErrorText(t: TFunction, problem: string | undefined): string | undefined {
  switch (problem) {
    case scheduleTexts.noTime:
      return t("manage.schedule.noTime");
    case scheduleTexts.noZone:
      return t("manage.schedule.noZone");
    case scheduleTexts.skippedTime:
      return t("manage.schedule.skipped");
    case scheduleTexts.tooLate:
      return t("manage.schedule.tooLate");
    default:
      return problem;
  }
}

function RemoveDate({ song, onStatusChange }: Props) {
  const { t } = useTranslation();
  const changed = useSongChanged();
  const reason = useRejectionText();
  const isScheduled = song.status === "SCHEDULED";
  const remove = async () => {
    const { status } = await apiFetch(deleteSchedule, { params: { id: String(song.id) } });
    if (status !== song.status) onStatusChange(status);
    await changed(song.id);
  };
  return (
    <ConfirmButton
      className="btn"
      label={t(isScheduled ? "manage.schedule.cancel" : "manage.schedule.remove")}
      title={t(isScheduled ? "manage.schedule.cancelTitle" : "manage.schedule.removeTitle")}
      text={t(isScheduled ? "manage.schedule.cancelText" : "manage.schedule.removeText")}
      confirm={t(isScheduled ? "manage.schedule.cancel" : "manage.schedule.remove")}
      keep={t("manage.schedule.keep")}
      run={remove}
      reason={reason}
    />
  );
}

/** Shows when an approved wrap goes public, with a link to its countdown. */
export function Scheduled({ song }: { song: OwnSong }) {
  const { t, i18n } = useTranslation();
  const { listed_from, listed_zone, pretty_id } = song;
  if (listed_from === null || listed_zone === null) return null;
  const release = formatRelease(listed_from, i18n.language, listed_zone);
  return (
    <section className="standing split" aria-label={t("manage.state.SCHEDULED")}>
      <div>
        <p className="b">{t("manage.schedule.at", release)}</p>
        <p className="small dim">{t("manage.schedule.text")}</p>
      </div>
      <Link className="btn" to={paths.countdown(pretty_id)}>
        {t("manage.schedule.open")}
      </Link>
    </section>
  );
}
