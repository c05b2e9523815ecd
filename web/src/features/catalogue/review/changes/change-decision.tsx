import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getChanges, postChange, type ReviewedChange } from "@wrapsody/shared/studio/song-changes.ts";
import { type ChangeField, getMySong, getMySongs, studioLimits } from "@wrapsody/shared/studio/studio.ts";
import Check from "lucide-react/icons/check";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, apiFetch } from "../../../../lib/api/api-fetch.ts";
import { useFormDraft } from "../../../../lib/drafts/use-form-draft.ts";
import { Dialog } from "../../../../ui/feedback/dialog.tsx";
import { errorKey, ReasonFields, useApiForm } from "../../../accounts/index.ts";

type Props = { change: ReviewedChange; announce: (text: string) => void };

/** Approves a change, or rejects it with a reason. */
export function ChangeDecision(props: Props) {
  return (
    <div className="change-decision">
      <Approve {...props} />
      <Reject {...props} />
    </div>
  );
}

/** Returns functions that go on after a decision, or after it was refused because the change no longer waits. */
function useAfterDecision({ change, announce }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const forget = () =>
    Promise.all(
      [getChanges, getMySong, getMySongs].map(({ method, path }) =>
        client.invalidateQueries({ queryKey: [`${method} ${path}`] }),
      ),
    );
  const name = change.song.name;
  return {
    async decided(decision: "APPROVED" | "REJECTED"): Promise<void> {
      await forget();
      announce(t(`review.changes.message.${changeField(change)}.${decision}`, { name }));
    },
    /** Returns true if the change is gone, which is announced. */
    refused(error: Error): boolean {
      const isGone = error instanceof ApiError && (error.code === "E0078" || error.code === "E0001");
      if (isGone) void forget().then(() => announce(t("review.changes.refused.gone", { name })));
      return isGone;
    },
    reasonKeyOf(error: Error): string {
      const isRestricted = error instanceof ApiError && error.code === "E0079";
      return isRestricted ? "review.changes.refused.restricted" : errorKey(error);
    },
  };
}

function Approve({ change, announce }: Props) {
  const { t } = useTranslation();
  const { decided, refused, reasonKeyOf } = useAfterDecision({ change, announce });
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => apiFetch(postChange, { params: { id: change.id }, body: { decision: "APPROVED" } }),
    onSuccess: () => decided("APPROVED"),
    onError: (failed) => void refused(failed),
  });
  return (
    <>
      <button
        type="button"
        className="btn solid"
        aria-disabled={isPending || undefined}
        onClick={() => (isPending ? undefined : mutate())}
      >
        {t("review.changes.approve")} <span className="vh">{change.song.name}</span>
        <Check className="i" aria-hidden="true" />
      </button>
      {error === null ? null : (
        <p className="msg" role="alert">
          {t(reasonKeyOf(error))}
        </p>
      )}
    </>
  );
}

function Reject({ change, announce }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="btn">
          {t("review.changes.reject")} <span className="vh">{change.song.name}</span>
        </button>
      }
      title={t(`review.changes.rejectTitle.${changeField(change)}`)}
      text={<p>{t("review.changes.rejectText", { name: change.song.name })}</p>}
    >
      <ReasonForm change={change} announce={announce} onEnd={() => setOpen(false)} />
    </Dialog>
  );
}

function ReasonForm({ change, announce, onEnd }: Props & { onEnd: () => void }) {
  const { t } = useTranslation();
  const { decided, refused, reasonKeyOf } = useAfterDecision({ change, announce });
  const checked = useApiForm({
    endpoint: postChange,
    request: { params: { id: change.id } },
    body: ({ reason = "" }) => ({ decision: "REJECTED" as const, reason }),
    failed(error) {
      const isGone = refused(error);
      if (isGone) onEnd();
      return isGone;
    },
    onSuccess() {
      draft.finish();
      onEnd();
      void decided("REJECTED");
    },
  });
  const draft = useFormDraft(`change-${change.id}`, checked.form);
  return (
    <ReasonFields
      checked={checked}
      draft={draft}
      maxLength={studioLimits.reason}
      otherwise={checked.failure === undefined ? "errors.unknown" : reasonKeyOf(checked.failure)}
      texts={{
        label: t("review.decide.reason"),
        hint: t("review.changes.reasonHint"),
        submit: t("review.changes.reject"),
        busy: t("review.changes.rejecting"),
      }}
    />
  );
}

/** Returns the field that a change concerns. */
export function changeField({ title, artwork }: Pick<ReviewedChange, "title" | "artwork">): ChangeField {
  return title !== null ? "TITLE" : artwork !== null ? "ARTWORK" : "RECORDING";
}
