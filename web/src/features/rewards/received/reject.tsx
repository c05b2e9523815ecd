import { patchClaim, type ReceivedClaim, reasonMost } from "@wrapsody/shared/claims.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog, DialogCancel } from "../../../ui/dialog.tsx";
import { TextArea } from "../../../ui/field.tsx";
import { formatCount } from "../../../ui/format.ts";
import { FormFailure, problemText, useCheckedForm } from "../../accounts/index.ts";
import { useClaimsChanged } from "../claims-changed.ts";
import { refusalKey, useWhose } from "./claim-words.ts";

type Given = { claim: ReceivedClaim; tell: (text: string) => void };

/** Does not accept a claim, once it was said why. */
export function Reject({ claim, tell }: Given) {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  const whose = useWhose()(claim);
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
          tell(t("received.told.REJECTED", { name: claim.reward.name }));
        }}
      />
    </Dialog>
  );
}

function ReasonForm({ claim, done }: { claim: ReceivedClaim; done: () => void }) {
  const { t } = useTranslation();
  const changed = useClaimsChanged();
  const { form, problems, failure, busy, submit, forgive } = useCheckedForm({
    endpoint: patchClaim,
    asked: { params: { id: claim.id } },
    body: ({ reason = "" }) => ({ state: "REJECTED" as const, reason }),
    done() {
      done();
      void changed();
    },
  });
  const problem = problems.reason === "Please say why." ? t("received.reject.why") : problems.reason;
  return (
    <form ref={form} className="entry-form" method="post" noValidate onSubmit={submit}>
      <FormFailure
        failure={failure}
        otherwise={failure === undefined ? "errors.unknown" : refusalKey(failure)}
      />
      <TextArea
        label={t("received.reject.reason")}
        name="reason"
        required
        maxLength={reasonMost}
        hint={t("received.reject.hint")}
        problem={problemText(t, problem)}
        onChange={() => forgive("reason")}
      />
      <div className="dialog-end">
        <DialogCancel>{t("accounts.settings.cancel")}</DialogCancel>
        <button type="submit" className="btn solid" aria-disabled={busy || undefined}>
          {t(busy ? "received.reject.busy" : "received.reject.do")}
        </button>
      </div>
    </form>
  );
}
