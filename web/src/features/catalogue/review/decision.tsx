import { useMutation } from "@tanstack/react-query";
import { postReview } from "@wrapsody/shared/studio/review.ts";
import { studioLimits } from "@wrapsody/shared/studio/studio.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import Check from "lucide-react/icons/check";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { useFormDraft } from "../../../lib/drafts/use-form-draft.ts";
import { DraftNotice } from "../../../ui/forms/draft-notice.tsx";
import { TextArea } from "../../../ui/forms/field.tsx";
import { FormAlert, fieldErrorText, useApiForm } from "../../accounts/index.ts";
import { type DecisionProps, useAfterDecision } from "./after-decision.ts";
import { useNextReview } from "./next-review.ts";
import { type ReviewDetail, reviewSubject } from "./review-detail.ts";
import "../studio/manage/manage-forms.css";

/** The decision form, or the link to the next review if nothing is pending. */
export function Decision({ review }: { review: ReviewDetail }) {
  const { t } = useTranslation();
  const subject = reviewSubject(review);
  const next = useNextReview(review);
  return (
    <section className="review-decision" aria-labelledby="decision">
      <h2 id="decision" className="head">
        {t("review.decide.title")}
      </h2>
      <p role="status">{subject === undefined ? t("review.decide.nothing") : ""}</p>
      {subject === undefined ? null : (
        <>
          <Approve review={review} subject={subject} />
          <RequestChanges review={review} subject={subject} />
        </>
      )}
      <p>
        <Link className="u small" to={next.to}>
          {t(next.isQueue ? "review.decide.queue" : "review.decide.skip")}
        </Link>
      </p>
    </section>
  );
}

function Approve({ review, subject }: DecisionProps) {
  const { t } = useTranslation();
  const { decided, refused, reasonOf } = useAfterDecision({ review, subject });
  const params = { id: String(review.song.id) };
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => apiFetch(postReview, { params, body: { decision: "APPROVED" } }),
    onSuccess: () => decided("APPROVED"),
    onError: (failed) => void refused(failed),
  });
  return (
    <div className="review-approve">
      <p className="small">{t(`review.decide.approveText.${subject}`)}</p>
      <button
        type="button"
        className="btn solid"
        aria-disabled={isPending || undefined}
        onClick={() => (isPending ? undefined : mutate())}
      >
        {t(`review.decide.approve.${subject}`)} <Check className="i" aria-hidden="true" />
      </button>
      {error === null ? null : (
        <p className="msg" role="alert">
          {reasonOf(error)}
        </p>
      )}
    </div>
  );
}

function RequestChanges({ review, subject }: DecisionProps) {
  const { t } = useTranslation();
  const { decided, refused, reasonOf } = useAfterDecision({ review, subject });
  const { form, problems, failure, busy, submit, clearError } = useApiForm({
    endpoint: postReview,
    request: { params: { id: String(review.song.id) } },
    body: ({ reason = "" }) => ({ decision: "REJECTED" as const, reason }),
    failed: refused,
    onSuccess() {
      draft.finish();
      decided("REJECTED");
    },
  });
  const draft = useFormDraft(`review-${review.song.id}-${subject}`, form);
  return (
    <form ref={form} className="review-back" method="post" noValidate onSubmit={submit}>
      <DraftNotice draft={draft} onDiscard={draft.discard} />
      {failure === undefined ? null : <FormAlert text={reasonOf(failure)} />}
      <TextArea
        key={draft.round}
        defaultValue={draft.values.reason}
        label={t("review.decide.reason")}
        name="reason"
        required
        rows={4}
        maxLength={studioLimits.reason}
        hint={t(`review.decide.reasonHint.${subject}`)}
        problem={fieldErrorText(t, problems.reason)}
        onChange={() => clearError("reason")}
      />
      <button type="submit" className="btn" aria-disabled={busy || undefined}>
        {t(`review.decide.reject.${subject}`)} <ArrowRight className="i" aria-hidden="true" />
      </button>
    </form>
  );
}
