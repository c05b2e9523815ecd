import { useMutation } from "@tanstack/react-query";
import { MAX_CLAIM_REASON_LENGTH, patchClaim, type ReceivedClaim } from "@wrapsody/shared/rewards/claims.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import { useFormDraft } from "../../../lib/drafts/use-form-draft.ts";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { formatCount } from "../../../ui/format/format.ts";
import { errorKey, ReasonFields, useApiForm } from "../../accounts/index.ts";
import { useClaimsChanged } from "../claims/claim-queries.ts";

type Props = { claim: ReceivedClaim; announce: (text: string) => void };

/** Records that the fan was contacted or has received the reward. */
export function AdvanceClaim({ claim, announce }: Props) {
  const { t } = useTranslation();
  const claimant = useClaimantName()(claim);
  const changed = useClaimsChanged();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (state: "CONTACTED" | "FULFILLED") =>
      apiFetch(patchClaim, { params: { id: claim.id }, body: { state } }),
    async onSuccess(_, state) {
      await changed();
      announce(t(`received.message.${state}`, { name: claim.reward.name }));
    },
    // Another tab may have decided the claim.
    onError: () => changed(),
  });
  const button = (state: "CONTACTED" | "FULFILLED") => (
    <button
      type="button"
      className={state === "CONTACTED" ? "btn s go" : "btn s"}
      aria-disabled={isPending || undefined}
      onClick={() => {
        if (!isPending) mutate(state);
      }}
    >
      {t(`received.do.${state}`)} <span className="vh">{claimant}</span>
    </button>
  );
  return (
    <>
      {claim.state === "REQUESTED" ? button("CONTACTED") : null}
      {button("FULFILLED")}
      {error === null ? null : (
        <p className="msg" role="alert">
          {t(claimErrorKey(error))}
        </p>
      )}
    </>
  );
}

/** Returns a function that names the fan of a claim, for accessible button names. */
function useClaimantName(): (claim: ReceivedClaim) => string {
  const { t } = useTranslation();
  return ({ reward, fan }) =>
    t("received.whose", { reward: reward.name, name: fan?.name ?? t("received.deletedAccount") });
}

/** Returns the text key for a failed change of a claim. */
function claimErrorKey(error: Error): string {
  const decided = error instanceof ApiError && (error.code === "E0005" || error.code === "E0001");
  return decided ? "received.decided" : errorKey(error);
}

type RejectProps = { claim: ReceivedClaim; announce: (text: string) => void };

/** Rejects a claim with a reason. */
export function Reject({ claim, announce }: RejectProps) {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  const claimant = useClaimantName()(claim);
  const { points } = claim;
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="u b small">
          {t("received.do.REJECTED")} <span className="vh">{claimant}</span>
        </button>
      }
      title={t("received.reject.title", { name: claim.reward.name })}
      text={
        <p>{t("received.reject.warning", { count: points, points: formatCount(points, i18n.language) })}</p>
      }
    >
      <ReasonForm
        claim={claim}
        onRejected={() => {
          setOpen(false);
          announce(t("received.message.REJECTED", { name: claim.reward.name }));
        }}
      />
    </Dialog>
  );
}

function ReasonForm({ claim, onRejected }: { claim: ReceivedClaim; onRejected: () => void }) {
  const { t } = useTranslation();
  const changed = useClaimsChanged();
  const checked = useApiForm({
    endpoint: patchClaim,
    request: { params: { id: claim.id } },
    body: ({ reason = "" }) => ({ state: "REJECTED" as const, reason }),
    onSuccess() {
      draft.finish();
      onRejected();
      void changed();
    },
  });
  const draft = useFormDraft(`claim-${claim.id}`, checked.form);
  const { failure } = checked;
  return (
    <ReasonFields
      checked={checked}
      draft={draft}
      maxLength={MAX_CLAIM_REASON_LENGTH}
      otherwise={failure === undefined ? "errors.unknown" : claimErrorKey(failure)}
      texts={{
        label: t("received.reject.reason"),
        hint: t("received.reject.hint"),
        submit: t("received.reject.do"),
        busy: t("received.reject.busy"),
        missing: t("received.reject.why"),
      }}
    />
  );
}
