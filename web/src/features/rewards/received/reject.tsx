import { MAX_CLAIM_REASON_LENGTH, patchClaim, type ReceivedClaim } from "@wrapsody/shared/claims.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { formatCount } from "../../../ui/format/format.ts";
import { ReasonFields, useApiForm } from "../../accounts/index.ts";
import { useClaimsChanged } from "../claims/claims-changed.ts";
import { claimErrorKey, useClaimantName } from "./claim-labels.ts";

type Props = { claim: ReceivedClaim; announce: (text: string) => void };

/** Rejects a claim with a reason. */
export function Reject({ claim, announce }: Props) {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  const whose = useClaimantName()(claim);
  const { points } = claim;
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="btn s">
          {t("received.do.REJECTED")} <span className="vh">{whose}</span>
        </button>
      }
      title={t("received.reject.title", { name: claim.reward.name })}
      text={<p>{t("received.reject.lost", { count: points, points: formatCount(points, i18n.language) })}</p>}
    >
      <ReasonForm
        claim={claim}
        done={() => {
          setOpen(false);
          announce(t("received.told.REJECTED", { name: claim.reward.name }));
        }}
      />
    </Dialog>
  );
}

function ReasonForm({ claim, done }: { claim: ReceivedClaim; done: () => void }) {
  const { t } = useTranslation();
  const changed = useClaimsChanged();
  const checked = useApiForm({
    endpoint: patchClaim,
    request: { params: { id: claim.id } },
    body: ({ reason = "" }) => ({ state: "REJECTED" as const, reason }),
    done() {
      done();
      void changed();
    },
  });
  const { failure } = checked;
  return (
    <ReasonFields
      checked={checked}
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
