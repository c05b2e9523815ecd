import { useQueryClient } from "@tanstack/react-query";
import {
  type AccountEntry,
  getAccountEntries,
  MAX_CORRECTION_REASON_LENGTH,
  postCorrection,
} from "@wrapsody/shared/rewards/corrections.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormDraft } from "../../../lib/drafts/use-form-draft.ts";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { formatCount } from "../../../ui/format/format.ts";
import { ReasonFields, useApiForm } from "../../accounts/index.ts";

type Props = { account: string; entry: AccountEntry; announce: (text: string) => void };

/** Revokes earned points with a reason. */
export function RevokePoints({ account, entry, announce }: Props) {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  const number = (value: number) => ({ count: value, points: formatCount(value, i18n.language) });
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="btn s">
          {t("holds.added.revoke")} <span className="vh">{entry.song.name}</span>
        </button>
      }
      title={t("holds.added.question", number(entry.points))}
      text={<p>{t("holds.added.warning")}</p>}
    >
      <ReasonForm
        account={account}
        entry={entry}
        onRevoked={(points) => {
          setOpen(false);
          announce(t("holds.added.revoked", number(points)));
        }}
      />
    </Dialog>
  );
}

type Form = { account: string; entry: AccountEntry; onRevoked: (points: number) => void };

function ReasonForm({ account, entry, onRevoked }: Form) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const checked = useApiForm({
    endpoint: postCorrection,
    request: { params: { id: account } },
    body: ({ reason = "" }) => ({ song_id: entry.song.id, key: entry.key, reason }),
    onSuccess({ taken }) {
      draft.finish();
      onRevoked(taken);
      const queryKey = [`${getAccountEntries.method} ${getAccountEntries.path}`];
      void client.invalidateQueries({ queryKey });
    },
  });
  const draft = useFormDraft(`revoke-${account}-${entry.key}`, checked.form);
  return (
    <ReasonFields
      checked={checked}
      draft={draft}
      maxLength={MAX_CORRECTION_REASON_LENGTH}
      otherwise="errors.unknown"
      texts={{
        label: t("received.reject.reason"),
        hint: t("holds.added.hint"),
        submit: t("holds.added.revoke"),
        busy: t("holds.added.busy"),
        missing: t("received.reject.why"),
      }}
    />
  );
}
