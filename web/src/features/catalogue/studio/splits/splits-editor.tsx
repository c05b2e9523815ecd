import type { SplitOwner } from "@wrapsody/shared/studio/splits.ts";
import { patchSong } from "@wrapsody/shared/studio/studio.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, apiFetch } from "../../../../lib/api/api-fetch.ts";
import { validate } from "../../../../lib/forms/validate.ts";
import { loadSchema } from "../../../../lib/shims/lazy-zod.ts";
import { FormFailure } from "../../../accounts/index.ts";
import { SplitWarnings } from "../../../splits/index.ts";
import type { Change, Draft } from "../wrap-form/draft.ts";
import { DraftNotices, SavedAt } from "../wrap-form/draft-notices.tsx";
import { OwnersSection } from "../wrap-form/owners-section.tsx";
import type { Problems } from "../wrap-form/payload.ts";
import { focusOn } from "../wrap-form/summary.tsx";
import { useDraft } from "../wrap-form/use-draft.ts";
import { ownersOf, toOwnersDraft, toOwnersErrors } from "./owners-draft.ts";
import "../wrap-form/wrap-form.css";

type EditorProps = {
  songId: number;
  /** The owners that the editor starts with. */
  initial: readonly SplitOwner[];
  /** Whether the change takes effect without a proposal. */
  isFree: boolean;
  onSaved(): Promise<void>;
  onCancel(): void;
};

/** Names the draft of the owners of a wrap. */
export const splitsDraft = (songId: number) => `splits-${songId}`;

/** Edits all owners of a wrap with their shares and addresses. What is typed survives a reload until it is sent or cancelled. */
export function SplitsEditor({ songId, initial, isFree, onSaved, onCancel }: EditorProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const draftState = useDraft({ name: splitsDraft(songId), initial: useFirstDraft(initial) });
  const { draft, changes, change, autosave, finish } = draftState;
  const { problems, failure, busy, submit, clearErrors } = useOwnersSubmit({
    songId,
    draft,
    form,
    onSaved() {
      finish();
      return onSaved();
    },
  });
  const rows = draft.lists.owners;
  const edit = useCallback(
    (edited: Change) => {
      change(edited);
      clearErrors();
    },
    [change, clearErrors],
  );
  const byRow = useMemo(() => groupByRow(problems), [problems]);
  return (
    <form
      ref={form}
      className="wrap-form split-editor"
      noValidate
      onSubmit={submit}
      aria-label={t("splits.change")}
    >
      <DraftNotices autosave={autosave} startOver={draftState.startOver} isNew={false} />
      <fieldset disabled={busy}>
        <OwnersSection rows={rows} problem={problems.owners} problems={byRow} edit={edit} />
      </fieldset>
      <SplitWarnings owners={ownersOf(draft).map(({ ownership, royalty }) => toShares(ownership, royalty))} />
      <p className="small dim split-note">{t(isFree ? "splits.freeNote" : "splits.editNote")}</p>
      <FormFailure failure={failure} otherwise="errors.unknown" />
      <div className="split-actions">
        <button type="submit" className="btn go" aria-disabled={busy || undefined}>
          {t(isFree ? "splits.save" : "splits.propose")} <ArrowRight className="i" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="btn"
          onClick={() => {
            finish();
            onCancel();
          }}
        >
          {t("accounts.settings.cancel")}
        </button>
        {changes === undefined ? null : <SavedAt autosave={autosave} />}
      </div>
    </form>
  );
}

/** The owners that the editor started with. A later response does not replace what is typed. */
function useFirstDraft(owners: readonly SplitOwner[]): Draft {
  const [first] = useState(() => toOwnersDraft(owners));
  return first;
}

/** Unreadable shares count as 0. */
function toShares(ownership: number, royalty: number | null) {
  const read = (share: number | null) => (share === null || Number.isNaN(share) ? 0 : share);
  return { ownership: read(ownership), royalty: read(royalty) };
}

type SubmitOptions = {
  songId: number;
  draft: Draft;
  form: { readonly current: HTMLFormElement | null };
  onSaved(): Promise<void>;
};

/** Validates the owners with the schema of the call and sends them; the first error takes the focus. */
function useOwnersSubmit({ songId, draft, form, onSaved }: SubmitOptions) {
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<ApiError>();
  const [busy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const pending = useRef(false);
  // Fetched while the user types.
  useEffect(() => void loadSchema(patchSong.body).catch(() => undefined), []);
  const first = useRef<string>(undefined);
  useEffect(() => {
    if (refusals > 0 && first.current !== undefined) focusOn(form.current, first.current);
  }, [form, refusals]);
  const send = async () => {
    try {
      const body = await validate(patchSong.body, { owners: ownersOf(draft) });
      await apiFetch(patchSong, { params: { id: String(songId) }, body });
      setProblems({});
      setFailure(undefined);
      await onSaved();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const fieldErrors = toOwnersErrors(draft, error.errors);
      first.current = Object.keys(fieldErrors)[0];
      setProblems(fieldErrors);
      setFailure(first.current === undefined ? error : undefined);
      setRefusals((count) => count + 1);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending.current) return;
    pending.current = true;
    setBusy(true);
    void send().finally(() => {
      pending.current = false;
      setBusy(false);
    });
  };
  const clearErrors = useCallback(() => setProblems({}), []);
  return { problems, failure, busy, submit, clearErrors };
}

/** Groups the errors of rows by row key, then by field. */
function groupByRow(problems: Problems): Readonly<Record<string, Problems>> {
  const rows: Record<string, Record<string, string>> = {};
  for (const [place, problem] of Object.entries(problems)) {
    const [, row, field] = place.split(".");
    if (row !== undefined && field !== undefined) rows[row] = { ...rows[row], [field]: problem };
  }
  return rows;
}
