import type { OwnArtist, OwnSong } from "@wrapsody/shared/studio.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { type FormEvent, useCallback, useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { UploadProgress } from "../../../../ui/forms/upload-progress.tsx";
import { PictureField } from "../../../../ui/pictures/picture-field.tsx";
import { LyricsPart } from "../lyrics/lyrics-part.tsx";
import { Basics } from "./basics.tsx";
import { type Change, listNames } from "./draft.ts";
import { DraftNotices, FailureNotice, SavedAt } from "./draft-notices.tsx";
import { ListSection } from "./list-section.tsx";
import { Outline } from "./outline.tsx";
import { OwnersSection } from "./owners-section.tsx";
import { Part } from "./part.tsx";
import type { Problems } from "./payload.ts";
import { focusOn, inOrder, Summary } from "./summary.tsx";
import { useDraft } from "./use-draft.ts";
import { useSubmit } from "./use-submit.ts";
import "./wrap-form.css";

type WrapFormProps = { artist: OwnArtist; onCreated(song: OwnSong): void };

/** Form that adds a song to an artist. The browser stores the draft until it is submitted. */
export function WrapForm({ artist, onCreated }: WrapFormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const draftState = useDraft(artist.id);
  const { draft, change, picture, autosave } = draftState;
  const sending = useSubmit({ artist: String(artist.id), draftState, form, onCreated });
  const { problems, failure, refusals, busy, clearError } = sending;
  const edit = useCallback(
    (edit: Change) => {
      change(edit);
      clearError(edit);
    },
    [change, clearError],
  );
  const choosePicture = useCallback(
    (file: File | undefined) => {
      picture.choose(file);
      clearError({ type: "picture" });
    },
    [picture.choose, clearError],
  );
  const byPart = useMemo(() => groupProblems(problems), [problems]);
  useFocusOnError(form, refusals, inOrder(draft, Object.keys(problems))[0]);
  const startOver = () => {
    draftState.startOver();
    clearError({ type: "restart", draft });
    requestAnimationFrame(() => focusOn(form.current, "basics.name"));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sending.submit();
  };
  return (
    <div className="form-2">
      <Outline draft={draft} hasPicture={picture.file !== undefined} problems={problems} />
      <form ref={form} className="wrap-form" noValidate onSubmit={submit} aria-label={t("wrapForm.title")}>
        <DraftNotices autosave={autosave} startOver={startOver} />
        <Summary draft={draft} problems={problems} form={form} />
        <fieldset disabled={busy}>
          <Basics basics={draft.basics} problems={byPart.basics?.[""]} edit={edit} />
          <Part name="artwork">
            <PictureField
              key={picture.round}
              label={t("wrapForm.artwork.image")}
              name="image"
              problem={problems.image}
              {...(picture.initial === undefined ? {} : { initial: picture.initial })}
              onChange={choosePicture}
            />
            {picture.lost ? (
              <p className="small b">{t("wrapForm.artwork.notStored", { name: picture.name ?? "" })}</p>
            ) : null}
          </Part>
          {listNames.map((list) =>
            list === "owners" ? (
              <OwnersSection
                key={list}
                rows={draft.lists.owners}
                problem={problems.owners}
                problems={byPart.owners}
                edit={edit}
              />
            ) : (
              <ListSection
                key={list}
                list={list}
                rows={draft.lists[list]}
                problem={problems[list]}
                problems={byPart[list]}
                edit={edit}
              />
            ),
          )}
          <LyricsPart basics={draft.basics} problems={problems} edit={edit} />
        </fieldset>
        <div className="form-end">
          <FailureNotice failure={failure} />
          <div className="row">
            <button type="submit" className="btn go" aria-disabled={busy || undefined}>
              {t("wrapForm.send")} <ArrowRight className="i" aria-hidden="true" />
            </button>
            <SavedAt autosave={autosave} />
          </div>
          <UploadProgress sent={sending.progress} busy={busy} />
        </div>
      </form>
    </div>
  );
}

/** Groups errors by section, then by row key (empty for the basics), then by field. */
function groupProblems(problems: Problems): Readonly<Record<string, Readonly<Record<string, Problems>>>> {
  const groups: Record<string, Record<string, Problems>> = {};
  for (const [place, problem] of Object.entries(problems)) {
    const [part = "", ...deeper] = place.split(".");
    const field = deeper.pop();
    if (field === undefined) continue;
    const row = deeper[0] ?? "";
    const rows = groups[part] ?? {};
    groups[part] = { ...rows, [row]: { ...rows[row], [field]: problem } };
  }
  return groups;
}

/** Focuses the first error after each rejected submit, else the failure message. */
function useFocusOnError(
  form: { readonly current: HTMLFormElement | null },
  refusals: number,
  first: string | undefined,
): void {
  const latest = useRef(first);
  useEffect(() => {
    latest.current = first;
  });
  useEffect(() => {
    if (refusals === 0) return;
    if (latest.current === undefined) form.current?.querySelector<HTMLElement>("[role=alert]")?.focus();
    else focusOn(form.current, latest.current);
  }, [form, refusals]);
}
