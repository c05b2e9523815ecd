import { studioLimits } from "@wrapsody/shared/studio/studio.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "../../../../ui/forms/field.tsx";
import { studioErrorText } from "../error-messages.ts";
import { writeDate } from "../wrap-form/typed-date.ts";
import type { Recording } from "./recording-store.ts";
import type { TagChanges } from "./recording-tags.ts";

type DetailsProps = {
  recording: Recording;
  /** No more changes: its draft exists or is being created. */
  fixed: boolean;
  change(changes: TagChanges): void;
};

/** What the tags say, to be corrected, or left out by emptying a field, before the draft is created. */
export function RecordingDetails({ recording: { file, tags, cover, state }, fixed, change }: DetailsProps) {
  const { t } = useTranslation();
  const errors = state.step === "failed" ? state.error.errors : [];
  const [isOpen, setOpen] = useState(false);
  const problem = (...fields: string[]) =>
    studioErrorText(t, errors.find(({ field }) => fields.some((name) => field.startsWith(name)))?.message);
  const hasProblem = problem("albums", "dates", "tags") !== undefined;
  return (
    <details
      className="recording-details"
      open={isOpen || hasProblem}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="small u">{t("recordings.details.open", { name: file.name })}</summary>
      <fieldset disabled={fixed}>
        <legend className="vh">{t("recordings.details.title", { name: file.name })}</legend>
        <Field
          label={t("recordings.details.album")}
          name="album"
          value={tags.album ?? ""}
          maxLength={studioLimits.name}
          autoComplete="off"
          problem={problem("albums.0.name")}
          onChange={({ currentTarget: { value } }) => change({ album: value })}
        />
        <Field
          label={t("recordings.details.track")}
          name="trackNumber"
          type="number"
          inputMode="numeric"
          min={1}
          max={studioLimits.trackNumber}
          value={tags.trackNumber ?? ""}
          problem={problem("albums.0.trackNumber")}
          onChange={({ currentTarget: { value } }) => change({ trackNumber: Number(value) })}
        />
        <Field
          label={t("wrap.isrc")}
          name="isrc"
          value={tags.isrc ?? ""}
          autoComplete="off"
          problem={problem("albums.0.isrc")}
          onChange={({ currentTarget: { value } }) => change({ isrc: value })}
        />
        <Field
          label={t("recordings.details.date")}
          name="date"
          value={tags.date ?? ""}
          placeholder="2026-03-01"
          autoComplete="off"
          problem={problem("albums.0.releaseDate", "dates")}
          onChange={({ currentTarget: { value } }) => change({ date: value })}
          onBlur={({ currentTarget: { value } }) => change({ date: writeDate(value) ?? value })}
        />
        <Field
          label={t("recordings.details.genres")}
          name="genres"
          value={tags.genres.join(", ")}
          autoComplete="off"
          problem={problem("tags")}
          onChange={({ currentTarget: { value } }) => change({ genres: splitGenres(value) })}
        />
        {cover === undefined ? null : (
          <button type="button" className="small u" onClick={() => change({ cover: null })}>
            {t("recordings.details.noCover")}
          </button>
        )}
        {tags.hasLyrics ? (
          <button type="button" className="small u" onClick={() => change({ lyrics: "" })}>
            {t("recordings.details.noLyrics")}
          </button>
        ) : null}
      </fieldset>
    </details>
  );
}

/** Keeps the space and comma at the end that are being typed. */
function splitGenres(typed: string): string[] {
  return typed === "" ? [] : typed.split(/,\s?/);
}
