import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getOwnerStatement, type OwnerStatementLine } from "@wrapsody/shared/payments/earnings.ts";
import {
  getMySplits,
  postSplitConfirmation,
  postSplitRefusal,
  type SongSplits,
  type SplitRevision,
} from "@wrapsody/shared/studio/splits.ts";
import { studioLimits } from "@wrapsody/shared/studio/studio.ts";
import Check from "lucide-react/icons/check";
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { apiFetch } from "../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../lib/api/invalidate.ts";
import { useFormDraft } from "../../lib/drafts/use-form-draft.ts";
import { csvOf, saveCsv } from "../../lib/files/save-file.ts";
import { paths } from "../../paths.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { StatusMessage, useStatusMessage } from "../../ui/feedback/status-message.tsx";
import { formatUsd } from "../../ui/format/format.ts";
import { Section } from "../../ui/layout/section.tsx";
import { ListPage, type ListPageProps } from "../../ui/lists/paged-list.tsx";
import {
  errorKey,
  Permitted,
  QueryState,
  ReasonFields,
  useApiForm,
  useAuthedQuery,
} from "../accounts/index.ts";
import { ownerTable } from "./owner-table.ts";
import { RevisionOwners, revisionStatus } from "./revision.tsx";
import "./splits.css";

type Range = { from: string; to: string };

/** Wraps on a page. */
const MY_SPLITS_PAGE_SIZE = 50;

type MySplitsProps = {
  range: Range;
  /** Wraps that wait for a decision are on the first pages. */
  pages: Pick<ListPageProps<SongSplits>["params"], "page" | "pathOfPage">;
};

/** The wraps that name the reader as an owner: decisions that wait for them, their shares and what they are owed. */
export function MySplits({ range, pages }: MySplitsProps) {
  const { t } = useTranslation();
  const [message, announce] = useStatusMessage();
  const { data, error, refetch } = useAuthedQuery(getMySplits, {
    list: { limit: MY_SPLITS_PAGE_SIZE, offset: (pages.page - 1) * MY_SPLITS_PAGE_SIZE },
  });
  if (data === undefined) return <QueryState error={error} refetch={refetch} rows={4} height="5rem" />;
  const waiting = data.data.filter(({ awaits_you }) => awaits_you);
  return (
    <div className="my-splits in-order">
      <StatusMessage {...message} />
      {waiting.length === 0 ? null : (
        <Section title={t("splits.own.waiting")}>
          {waiting.map((splits) => (
            <Waiting key={splits.song.id} splits={splits} announce={announce} />
          ))}
        </Section>
      )}
      <Section title={t("splits.own.statement")}>
        <OwnerStatement range={range} />
      </Section>
      <Section title={t("splits.own.wraps")}>
        <ListPage
          rows={data.data}
          total={data.total}
          params={{ ...pages, pageSize: MY_SPLITS_PAGE_SIZE }}
          empty={
            <>
              <p className="small">{t("splits.own.none")}</p>
              <p className="small dim">{t("splits.own.noneText")}</p>
            </>
          }
        >
          {(wraps) => wraps.map((splits) => <OwnedWrap key={splits.song.id} splits={splits} />)}
        </ListPage>
      </Section>
    </div>
  );
}

type Announce = (text: string) => void;

/** A proposal beside the splits in force, with the buttons to decide about it. */
function Waiting({ splits, announce }: { splits: SongSplits; announce: Announce }) {
  const { t, i18n } = useTranslation();
  const { song, publisher, in_force, proposal } = splits;
  if (proposal === null) return null;
  return (
    <article className="split-waiting" aria-label={song.name}>
      <SongTitle song={song} />
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
      <p className="small dim">{t("splits.own.effect")}</p>
      <Permitted call={postSplitConfirmation}>
        <Decide song={song} proposal={proposal} announce={announce} />
      </Permitted>
    </article>
  );
}

function SongTitle({ song }: { song: SongSplits["song"] }) {
  return (
    <h3>
      <Link className="u b" to={paths.wrap(song.pretty_id)}>
        {song.name}
      </Link>{" "}
      <span className="dim">{song.artist}</span>
    </h3>
  );
}

function useRefresh(): () => void {
  const client = useQueryClient();
  return () => invalidateQueries(client, getMySplits);
}

function Decide({
  song,
  proposal,
  announce,
}: {
  song: SongSplits["song"];
  proposal: SplitRevision;
  announce: Announce;
}) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const params = { id: String(proposal.id) };
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => apiFetch(postSplitConfirmation, { params }),
    onSuccess: () => announce(t("splits.own.confirmed", { name: song.name })),
    // Refreshes after a rejection too: the page was outdated.
    onSettled: refresh,
  });
  return (
    <>
      <div className="row">
        <button
          type="button"
          className="btn go"
          aria-disabled={isPending || undefined}
          onClick={() => {
            if (!isPending) mutate();
          }}
        >
          {t("splits.own.confirm")} <Check className="i" aria-hidden="true" />
        </button>
        <Decline song={song} proposal={proposal} announce={announce} />
      </div>
      {error === null ? null : (
        <p className="msg" role="alert">
          {t(errorKey(error))}
        </p>
      )}
    </>
  );
}

function Decline({ song, proposal, announce }: Parameters<typeof Decide>[0]) {
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
        id={proposal.id}
        done={() => {
          setOpen(false);
          announce(t("splits.own.declined", { name: song.name }));
        }}
      />
    </Dialog>
  );
}

function DeclineForm({ id, done }: { id: number; done(): void }) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const checked = useApiForm({
    endpoint: postSplitRefusal,
    request: { params: { id: String(id) } },
    body: ({ reason = "" }) => ({ reason }),
    onSuccess: () => {
      draft.finish();
      done();
      refresh();
    },
  });
  const draft = useFormDraft(`split-decline-${id}`, checked.form);
  return (
    <ReasonFields
      checked={checked}
      draft={draft}
      maxLength={studioLimits.reason}
      otherwise="errors.unknown"
      texts={{
        label: t("splits.own.reason"),
        hint: t("splits.own.reasonHint"),
        submit: t("splits.own.decline"),
        busy: t("splits.own.decline"),
      }}
    />
  );
}

function OwnedWrap({ splits }: { splits: SongSplits }) {
  const { t, i18n } = useTranslation();
  const { song, publisher, in_force } = splits;
  const own = in_force?.owners.filter(({ is_you }) => is_you) ?? [];
  return (
    <article className="split-owned" aria-label={song.name}>
      <div>
        <SongTitle song={song} />
        <p className="small dim">
          {t("splits.own.publisher", { publisher: publisher ?? t("splits.own.deletedPublisher") })}
        </p>
      </div>
      {in_force === null || own.length === 0 ? (
        <p className="small">{t("splits.own.former")}</p>
      ) : (
        <p className="small num">
          {own.map(({ ownership, royalty }) => t("splits.own.share", { ownership, royalty })).join(", ")}
          <br />
          <span className="dim">{revisionStatus(t, in_force, i18n.language)}</span>
        </p>
      )}
    </article>
  );
}

/** Shows what publishers owe the reader, by month and wrap. */
function OwnerStatement({ range }: { range: Range }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useAuthedQuery(getOwnerStatement, { query: range });
  if (data === undefined) return <QueryState error={error} refetch={refetch} rows={2} />;
  return (
    <>
      <p className="small dim split-note">{t("splits.own.payment")}</p>
      {data.lines.length === 0 ? (
        <p className="small">{t("splits.own.noIncome")}</p>
      ) : (
        <>
          <StatementTable lines={data.lines} total={data.total.share} />
          <p>
            <button
              type="button"
              className="btn s"
              onClick={() =>
                saveCsv(`wrapsody-splits-${range.from}-${range.to}.csv`, csvOf(ownerTable(data.lines)))
              }
            >
              {t("splits.own.csv")} <Download className="i" aria-hidden="true" />
            </button>
          </p>
        </>
      )}
    </>
  );
}

function StatementTable({ lines, total }: { lines: readonly OwnerStatementLine[]; total: number }) {
  const { t } = useTranslation();
  return (
    <table className="tbl num split-statement">
      <thead>
        <tr>
          <th scope="col">{t("splits.own.month")}</th>
          <th scope="col">{t("splits.own.wrap")}</th>
          <th scope="col" className="r">
            {t("splits.own.net")}
          </th>
          <th scope="col" className="r">
            {t("splits.own.owed")}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ month, song, net, share }) => (
          <tr key={`${month} ${song.id}`}>
            <td className="code-l">{month}</td>
            <th scope="row" className="b">
              {song.name}
            </th>
            <td className="r">{formatUsd(net / 100)}</td>
            <td className="r">{formatUsd(share / 100)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="b">
          <th scope="row" colSpan={3}>
            {t("splits.own.total")}
          </th>
          <td className="r">{formatUsd(total / 100)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
