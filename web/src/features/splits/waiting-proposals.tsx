import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getSplitProposals, postSplitDecision, type SongSplits } from "@wrapsody/shared/studio/splits.ts";
import { studioLimits } from "@wrapsody/shared/studio/studio.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../lib/api/invalidate.ts";
import { useFormDraft } from "../../lib/drafts/use-form-draft.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { StatusMessage, useStatusMessage } from "../../ui/feedback/status-message.tsx";
import { TermNote } from "../../ui/format/term-note.tsx";
import { ConfirmButton, ReasonFields, useApiForm, useAuthedQuery } from "../accounts/index.ts";
import { RevisionOwners, revisionStatus } from "./revision.tsx";
import "./splits.css";

/** Changes of splits that owners have not decided about for fourteen days. Nothing is shown if there are none. */
export function WaitingProposals() {
  const { t } = useTranslation();
  const [message, announce] = useStatusMessage();
  const { data } = useAuthedQuery(getSplitProposals, { list: { limit: 100 } });
  const isEmpty = data === undefined || data.data.length === 0;
  return (
    <>
      <StatusMessage {...message} />
      {isEmpty ? null : (
        <section className="sec split-review" aria-labelledby="split-proposals">
          <h2 id="split-proposals" className="head">
            {t("splits.review.title")}
          </h2>
          <p className="small dim">{t("splits.review.text")}</p>
          <TermNote term="split" />
          {data.data.map((splits) => (
            <WaitingProposal key={splits.song.id} splits={splits} announce={announce} />
          ))}
        </section>
      )}
    </>
  );
}

type Props = { splits: SongSplits; announce: (text: string) => void };

function WaitingProposal({ splits, announce }: Props) {
  const { t, i18n } = useTranslation();
  const { song, publisher, in_force, proposal } = splits;
  const refresh = useRefresh();
  const params = { id: String(proposal?.id ?? 0) };
  const confirming = useMutation({
    mutationFn: () => apiFetch(postSplitDecision, { params, body: { decision: "CONFIRMED" } }),
    onSuccess: () => announce(t("splits.review.confirmed", { name: song.name })),
    onSettled: refresh,
  });
  if (proposal === null) return null;
  return (
    <article className="split-waiting" aria-label={song.name}>
      <h3>
        {song.name} <span className="dim">{song.artist}</span>
      </h3>
      <p className="small">
        {t("splits.own.proposed", {
          publisher: publisher ?? t("splits.own.deletedPublisher"),
          status: revisionStatus(t, proposal, i18n.language),
        })}
      </p>
      <div className="split-compare">
        <div>
          <h4 className="small b">{t("splits.proposal")}</h4>
          <RevisionOwners revision={proposal} />
        </div>
        <div>
          <h4 className="small b">{t("splits.inForce")}</h4>
          {in_force === null ? (
            <p className="small dim">{t("splits.noOwners")}</p>
          ) : (
            <RevisionOwners revision={in_force} />
          )}
        </div>
      </div>
      <div className="row">
        <ConfirmButton
          label={t("splits.review.confirm")}
          title={t("splits.review.confirmTitle")}
          text={t("splits.review.confirmText")}
          confirm={t("splits.review.confirm")}
          run={() => confirming.mutateAsync().then(() => undefined)}
        />
        <DeclineAsAdministrator id={proposal.id} name={song.name} announce={announce} />
      </div>
    </article>
  );
}

function useRefresh(): () => void {
  const client = useQueryClient();
  return () => invalidateQueries(client, getSplitProposals);
}

type DeclineProps = { id: number; name: string } & Pick<Props, "announce">;

function DeclineAsAdministrator({ id, name, announce }: DeclineProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="btn">
          {t("splits.own.decline")}
        </button>
      }
      title={t("splits.own.declineTitle")}
      text={<p>{t("splits.own.declineText")}</p>}
    >
      <DeclineForm
        id={id}
        done={() => {
          setOpen(false);
          announce(t("splits.review.declined", { name }));
        }}
      />
    </Dialog>
  );
}

function DeclineForm({ id, done }: { id: number; done(): void }) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const checked = useApiForm({
    endpoint: postSplitDecision,
    request: { params: { id: String(id) } },
    body: ({ reason = "" }) => ({ decision: "DECLINED" as const, reason }),
    onSuccess: () => {
      draft.finish();
      done();
      refresh();
    },
  });
  const draft = useFormDraft(`split-review-${id}`, checked.form);
  return (
    <ReasonFields
      checked={checked}
      draft={draft}
      maxLength={studioLimits.reason}
      otherwise="errors.unknown"
      texts={{
        label: t("splits.own.reason"),
        hint: t("splits.review.reasonHint"),
        submit: t("splits.own.decline"),
        busy: t("splits.own.decline"),
      }}
    />
  );
}
