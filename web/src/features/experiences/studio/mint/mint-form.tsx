import { campaignLimits, campaignTexts, type OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import { listWalletLines } from "@wrapsody/shared/text/pasted-address.ts";
import type { TFunction } from "i18next";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../../lib/api/api-fetch.ts";
import { useFormDraft } from "../../../../lib/drafts/use-form-draft.ts";
import { useUploadForm } from "../../../../lib/forms/upload-form.ts";
import { Dialog, DialogCancel } from "../../../../ui/feedback/dialog.tsx";
import { formatCount } from "../../../../ui/format/format.ts";
import { DraftNotice } from "../../../../ui/forms/draft-notice.tsx";
import { TextArea } from "../../../../ui/forms/field.tsx";
import { FormAlert, fieldErrorText } from "../../../accounts/index.ts";
import { addressErrorText } from "../../../chain/index.ts";
import { actionErrorKey } from "../shared/error-messages.ts";
import { TOAST_MS, Toast, useToast } from "../shared/toast.tsx";
import { RepeatedWallets } from "./repeated-wallets.tsx";
import { useMint } from "./use-mint.ts";
import { placeOfLine, wrongLines } from "./wallet-lines.ts";
import { WrongLines } from "./wrong-lines.tsx";

type Props = { campaign: OwnCampaign; queued(places: number): void };

/** Gives a spot to each wallet of a list. Reports invalid lines one by one and keeps the list. */
export function MintForm({ campaign, queued }: Props) {
  const { t, i18n } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const draft = useFormDraft(`mint-${campaign.id}`, form);
  const [text, setText] = useState(draft.values.wallets ?? "");
  const [dialogOpen, setDialogOpen] = useState(false);
  const mint = useMint(campaign);
  const toast = useToast(TOAST_MS.mint);
  const counts = useId();
  const duplicates = useRef(false);
  const { problems, failure, busy, submit, clearErrors } = useUploadForm({
    send: () =>
      mint({ text, duplicates: duplicates.current }).catch((error: unknown) => {
        toast.show(mintRefusal(t, error));
        throw error;
      }),
    onSuccess: (answer) => {
      setDialogOpen(answer === "duplicates");
      if (answer === "duplicates") return;
      draft.finish();
      setText("");
      queued(answer.places);
    },
    form,
  });
  const send = (allowed: boolean) => {
    duplicates.current = allowed;
    if (allowed) setDialogOpen(false);
    submit();
  };
  const errors = Object.entries(problems).map(([field, message]) => ({ field, message }));
  const wrong = wrongLines(text, errors);
  const count = listWalletLines(text).length;
  const number = (total: number) => ({ count: total, total: formatCount(total, i18n.language) });
  const left = campaign.places_left ?? undefined;
  const errorText =
    wrong.length > 0 ? t("mints.wrong", { count: wrong.length }) : mintProblem(t, problems.wallets);
  const goTo = (line: number) => {
    const { start, end } = placeOfLine(text, line);
    area.current?.focus();
    area.current?.setSelectionRange(start, end);
  };
  return (
    <form
      ref={form}
      className="mint-form"
      noValidate
      aria-label={t("mints.title")}
      onSubmit={(event) => {
        event.preventDefault();
        send(false);
      }}
    >
      <DraftNotice
        draft={draft}
        onDiscard={() => {
          draft.discard();
          setText("");
          clearErrors(["wallets", ...Object.keys(problems)]);
        }}
      />
      <TextArea
        ref={area}
        label={t("mints.wallets")}
        name="wallets"
        rows={8}
        wrap="off"
        hint={t("mints.walletsHint")}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        value={text}
        aria-required
        problem={errorText}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          clearErrors(["wallets", ...Object.keys(problems)]);
        }}
      />
      <WrongLines lines={wrong} problem={(problem) => mintProblem(t, problem) ?? problem} goTo={goTo} />
      <p id={counts} className="row small num dim" role="status">
        <span>{count === 0 ? t("mints.problem.none") : t("mints.lines", number(count))}</span>
        {left === undefined ? null : <span>{t("mints.left", number(left))}</span>}
      </p>
      {failure === undefined ? null : <FormAlert text={t(actionErrorKey(failure, "mints.failed"))} />}
      <p>
        <Dialog
          open={dialogOpen}
          // The button only submits; the server's response about duplicates opens the dialog.
          onOpenChange={(isOpen) => isOpen || setDialogOpen(false)}
          trigger={
            <button
              type="submit"
              className={count === 0 ? "btn" : "btn go"}
              aria-disabled={busy || count === 0 || undefined}
              aria-describedby={counts}
            >
              {t("mints.send", number(count))} <ArrowRight className="i" aria-hidden="true" />
            </button>
          }
          title={t("mints.duplicates.title")}
          text={<RepeatedWallets text={text} />}
        >
          <div className="dialog-end">
            <DialogCancel>{t("mints.duplicates.cancel")}</DialogCancel>
            <button type="button" className="btn solid" onClick={() => send(true)}>
              {t("mints.duplicates.confirm")}
            </button>
          </div>
        </Dialog>
      </p>
      <Toast text={toast.text} />
    </form>
  );
}

/** Summarizes why a list was rejected. */
function mintRefusal(t: TFunction, error: unknown): string {
  if (!(error instanceof ApiError)) return t("mints.failed");
  const lines = error.errors.filter(({ field }) => field.startsWith("wallets."));
  if (lines.length > 0) return t("mints.wrong", { count: lines.length });
  return mintProblem(t, error.errors[0]?.message) ?? t(actionErrorKey(error, "mints.failed"));
}

/** Server messages about a list or a line of it, and their text keys. */
const keys: Readonly<Record<string, string>> = {
  [campaignTexts.noWallets]: "mints.problem.none",
  [`Please enter at most ${campaignLimits.wallets} addresses at once.`]: "mints.problem.most",
};
const fewerLeft = /^Only (\d+) spots? (?:is|are) left for \d+ addresses\.$/;

function mintProblem(t: TFunction, problem: string | undefined): string | undefined {
  const left = fewerLeft.exec(problem ?? "")?.[1];
  if (left !== undefined) return t("mints.problem.left", { count: Number(left) });
  const key = problem === undefined ? undefined : keys[problem];
  return key === undefined
    ? (addressErrorText(t, problem) ?? fieldErrorText(t, problem))
    : t(key, { most: campaignLimits.wallets });
}
