import {
  type FormEvent,
  Fragment,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from "react";
import { useTranslation } from "react-i18next";
import type { DraftPicture } from "../../../../lib/drafts/draft-picture.ts";
import { PictureField } from "../../../../ui/pictures/picture-field.tsx";
import { LyricsPart } from "../lyrics/lyrics-part.tsx";
import { Basics } from "./basics.tsx";
import type { Change } from "./draft.ts";
import { DraftNotices } from "./draft-notices.tsx";
import { ListSection } from "./list-section.tsx";
import { Outline } from "./outline.tsx";
import { OwnersSection } from "./owners-section.tsx";
import { Part, type PartName } from "./part.tsx";
import type { Problems } from "./payload.ts";
import { focusOn, inOrder, Summary } from "./summary.tsx";
import type { DraftState } from "./use-draft.ts";
import type { TitleOwner } from "./use-similar-song.ts";
import type { Sending } from "./use-submit.ts";
import "./wrap-form.css";

type WrapEditorProps = {
  /** Accessible name of the form. */
  label: string;
  form: RefObject<HTMLFormElement | null>;
  /** Sections to edit, in display order. */
  parts: readonly PartName[];
  draftState: DraftState;
  sending: Sending;
  titleOwner: TitleOwner;
  /** The form creates a wrap: its fields are locked while it is sent. */
  isNew?: boolean;
  /** The duration is measured from the audio. */
  isMeasured?: boolean;
  /** Whether all changes are saved. */
  status?: string | undefined;
  /** The end of the form, with its button. */
  children: ReactNode;
};

/** Edits a wrap: the form that creates one and the form that changes one. The browser stores what is not sent yet. */
export function WrapEditor(props: WrapEditorProps) {
  const { label, form, parts, draftState, sending, titleOwner, status, children } = props;
  const { isNew = false, isMeasured = false } = props;
  const { draft, change, picture, autosave } = draftState;
  const { problems, refusals, busy, clearError } = sending;
  const edit = useCallback(
    (edit: Change) => {
      change(edit);
      clearError(edit);
    },
    [change, clearError],
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
  const editorOf = (part: PartName) => {
    switch (part) {
      case "basics":
        return (
          <Basics
            basics={draft.basics}
            problems={byPart.basics?.[""]}
            isMeasured={isMeasured}
            titleOwner={titleOwner}
            edit={edit}
          />
        );
      case "artwork":
        return <ArtworkPart picture={picture} problem={problems.image} clearError={clearError} />;
      case "lyrics":
        return <LyricsPart basics={draft.basics} problems={problems} edit={edit} />;
      case "owners":
        return (
          <OwnersSection
            rows={draft.lists.owners}
            problem={problems.owners}
            problems={byPart.owners}
            edit={edit}
          />
        );
      default:
        return (
          <ListSection
            list={part}
            rows={draft.lists[part]}
            problem={problems[part]}
            problems={byPart[part]}
            edit={edit}
          />
        );
    }
  };
  return (
    <div className="form-2">
      <Outline
        parts={parts}
        draft={draft}
        hasPicture={picture.file !== undefined}
        problems={problems}
        status={status}
      />
      <form ref={form} className="wrap-form" noValidate onSubmit={submit} aria-label={label}>
        <DraftNotices autosave={autosave} startOver={isNew ? startOver : undefined} isNew={isNew} />
        <Summary draft={draft} problems={problems} form={form} />
        <fieldset disabled={isNew && busy}>
          {parts.map((part) => (
            <Fragment key={part}>{editorOf(part)}</Fragment>
          ))}
        </fieldset>
        {children}
      </form>
    </div>
  );
}

type ArtworkPartProps = {
  picture: DraftPicture;
  problem: string | undefined;
  clearError: Sending["clearError"];
};

function ArtworkPart({ picture, problem, clearError }: ArtworkPartProps) {
  const { t } = useTranslation();
  const { choose } = picture;
  const choosePicture = useCallback(
    (file: File | undefined) => {
      choose(file);
      clearError({ type: "picture" });
    },
    [choose, clearError],
  );
  return (
    <Part name="artwork">
      <PictureField
        key={picture.round}
        label={t("wrapForm.artwork.image")}
        name="image"
        problem={problem}
        {...(picture.initial === undefined ? {} : { initial: picture.initial })}
        onChange={choosePicture}
      />
      {picture.lost ? (
        <p className="small b">{t("wrapForm.artwork.notStored", { name: picture.name ?? "" })}</p>
      ) : null}
    </Part>
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
