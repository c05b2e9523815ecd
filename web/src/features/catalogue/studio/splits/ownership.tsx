import { useMutation, useQueryClient } from "@tanstack/react-query";
import { deleteSplitProposal, getSongSplits, type SplitRevision } from "@wrapsody/shared/studio/splits.ts";
import type { OwnSong } from "@wrapsody/shared/studio/studio.ts";
import Pencil from "lucide-react/icons/pencil";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../../../lib/api/invalidate.ts";
import { hasDraft } from "../../../../lib/drafts/stored-drafts.ts";
import { StatusMessage, useStatusMessage } from "../../../../ui/feedback/status-message.tsx";
import { TermNote } from "../../../../ui/format/term-note.tsx";
import { Section } from "../../../../ui/layout/section.tsx";
import { ConfirmButton, QueryState, useAuthedQuery } from "../../../accounts/index.ts";
import { RevisionOwners, revisionStatus, SplitWarnings } from "../../../splits/index.ts";
import { useRejectionText, useSongChanged } from "../manage/own-song.ts";
import { SplitsEditor, splitsDraft } from "./splits-editor.tsx";

/** The splits of a wrap: in force, proposed and earlier ones, with the editor. */
export function Ownership({ song }: { song: OwnSong }) {
  const { t } = useTranslation();
  const [message, announce] = useStatusMessage();
  const [isEditing, setEditing] = useState(() => hasDraft(splitsDraft(song.id)));
  const query = useAuthedQuery(getSongSplits, { params: { id: String(song.id) } });
  const changed = useSplitsChanged();
  const { data } = query;
  if (data === undefined)
    return (
      <Section title={t("splits.inForce")}>
        <QueryState error={query.error} refetch={query.refetch} rows={4} />
      </Section>
    );
  const { in_force, proposal, history, is_free } = data;
  const onSaved = async () => {
    await changed(song.id);
    setEditing(false);
    announce(t(is_free ? "splits.saved" : "splits.sent"));
  };
  return (
    <>
      <StatusMessage {...message} />
      {isEditing ? (
        <Section title={t("splits.change")}>
          <SplitsEditor
            songId={song.id}
            initial={(proposal ?? in_force)?.owners ?? []}
            isFree={is_free}
            onSaved={onSaved}
            onCancel={() => setEditing(false)}
          />
        </Section>
      ) : (
        <InForce revision={in_force} isFree={is_free} onEdit={() => setEditing(true)} />
      )}
      {proposal === null || isEditing ? null : (
        <Proposal
          proposal={proposal}
          onWithdrawn={async () => {
            await changed(song.id);
            announce(t("splits.withdrawn"));
          }}
        />
      )}
      {history.length === 0 ? null : <History revisions={history} />}
    </>
  );
}

function useSplitsChanged(): (songId: number) => Promise<void> {
  const client = useQueryClient();
  const songChanged = useSongChanged();
  return async (songId) => {
    invalidateQueries(client, getSongSplits);
    await songChanged(songId);
  };
}

type InForceProps = { revision: SplitRevision | null; isFree: boolean; onEdit(): void };

function InForce({ revision, isFree, onEdit }: InForceProps) {
  const { t, i18n } = useTranslation();
  return (
    <Section title={t("splits.inForce")}>
      <div className="split-revision">
        <TermNote term="split" />
        {revision === null ? null : (
          <>
            <p className="small">{revisionStatus(t, revision, i18n.language)}</p>
            <RevisionOwners revision={revision} />
          </>
        )}
        <SplitWarnings owners={revision?.owners ?? []} />
        <p className="small dim split-note">{t(isFree ? "splits.freeNote" : "splits.proposalNote")}</p>
        <p>
          <button type="button" className="btn" onClick={onEdit}>
            {t("splits.change")} <Pencil className="i" aria-hidden="true" />
          </button>
        </p>
      </div>
    </Section>
  );
}

function Proposal({ proposal, onWithdrawn }: { proposal: SplitRevision; onWithdrawn(): Promise<void> }) {
  const { t, i18n } = useTranslation();
  const reason = useRejectionText();
  const { mutateAsync } = useMutation({
    mutationFn: () => apiFetch(deleteSplitProposal, { params: { id: String(proposal.id) } }),
  });
  return (
    <Section title={t("splits.proposal")}>
      <div className="split-revision">
        <p className="small">{revisionStatus(t, proposal, i18n.language)}</p>
        <RevisionOwners revision={proposal} />
        <p className="small dim split-note">{t("splits.pendingNote")}</p>
        <div className="split-actions">
          <ConfirmButton
            label={t("splits.withdraw")}
            title={t("splits.withdrawTitle")}
            text={t("splits.withdrawText")}
            confirm={t("splits.withdraw")}
            keep={t("splits.keep")}
            reason={reason}
            run={async () => {
              await mutateAsync();
              await onWithdrawn();
            }}
          />
        </div>
      </div>
    </Section>
  );
}

function History({ revisions }: { revisions: readonly SplitRevision[] }) {
  const { t, i18n } = useTranslation();
  return (
    <Section title={t("splits.history")}>
      {revisions.map((revision) => (
        <details key={revision.id} className="split-past">
          <summary className="small">
            {revisionStatus(t, revision, i18n.language)}
            <span className="dim"> · {revision.owners.map(({ name }) => name).join(", ")}</span>
          </summary>
          {revision.reason === null ? null : <p className="lead">{revision.reason}</p>}
          <RevisionOwners revision={revision} />
        </details>
      ))}
    </Section>
  );
}
