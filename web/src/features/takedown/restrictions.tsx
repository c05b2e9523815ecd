import {
  postRestrictionEnd,
  postRestrictionKeep,
  takedownLimits,
} from "@wrapsody/shared/operations/takedown.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../lib/api/api-fetch.ts";
import { useFormDraft } from "../../lib/drafts/use-form-draft.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { StatusMessage, useStatusMessage } from "../../ui/feedback/status-message.tsx";
import { formatMoment } from "../../ui/format/local-time.ts";
import { EmptySection, Section } from "../../ui/layout/section.tsx";
import { ReasonFields, useApiForm } from "../accounts/index.ts";
import { type ReportDetail, useTakedownChanged } from "./report-detail.ts";

type Row = ReportDetail["restrictions"][number];

/** The restrictions of a reported thing and of what it belongs to, with the counter-notices, for administrators. */
export function Restrictions({ restrictions }: { restrictions: readonly Row[] }) {
  const { t } = useTranslation();
  const [status, announce] = useStatusMessage();
  return (
    <Section title={t("takedown.restriction.title")}>
      <StatusMessage {...status} />
      {restrictions.length === 0 ? <EmptySection>{t("takedown.restriction.none")}</EmptySection> : null}
      <ul className="restrictions">
        {restrictions.map((restriction) => (
          <li key={restriction.id}>
            <RestrictionRow restriction={restriction} announce={announce} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function RestrictionRow({ restriction, announce }: { restriction: Row; announce(text: string): void }) {
  const { t, i18n } = useTranslation();
  const { kind, title, ground, basis, reason, since, by, ended_at, ended_by, end_reason } = restriction;
  const { contested_at, contest_statement, kept_at, kept_reason } = restriction;
  const moment = (iso: string) => formatMoment(iso, i18n.language);
  return (
    <>
      <p className="row">
        <span className={`state ${ended_at === null ? "bad" : "done"}`}>
          {t(ended_at === null ? "takedown.state.RESTRICTED" : "takedown.restriction.ended")}
        </span>
        <span className="b">{t("takedown.decide.thing", { kind: t(`takedown.kind.${kind}`), title })}</span>
      </p>
      <p className="reported-text">{reason}</p>
      <p className="small dim">
        {t(`takedown.ground.${ground}`)}: {basis}. {by === null ? null : `${by}, `}
        {moment(since)}
      </p>
      {contested_at === null ? null : (
        <blockquote className="contest">
          <p className="small b">{t("takedown.restriction.contested", { when: moment(contested_at) })}</p>
          <p className="reported-text">{contest_statement}</p>
          {kept_at === null ? null : (
            <p className="small">
              {t("takedown.restriction.kept", { when: moment(kept_at) })} {kept_reason}
            </p>
          )}
        </blockquote>
      )}
      {ended_at === null ? (
        <p className="row">
          <ReasonButton action="restore" restriction={restriction} announce={announce} />
          {contested_at !== null && kept_at === null ? (
            <ReasonButton action="keep" restriction={restriction} announce={announce} />
          ) : null}
        </p>
      ) : (
        <p className="small dim">
          {ended_by === null ? null : `${ended_by}, `}
          {moment(ended_at)}: {end_reason}
        </p>
      )}
    </>
  );
}

type Action = "restore" | "keep";
type ReasonProps = { action: Action; restriction: Row; announce(text: string): void };

/** Ends or keeps a restriction, with a reason for its owner. */
function ReasonButton({ action, restriction, announce }: ReasonProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { title } = restriction;
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="btn s">
          {t(`takedown.${action}.label`)} <span className="vh">{title}</span>
        </button>
      }
      title={t(`takedown.${action}.question`, { name: title })}
      text={<p>{t(`takedown.${action}.warning`)}</p>}
    >
      <ReasonForm
        action={action}
        id={restriction.id}
        done={() => {
          setOpen(false);
          announce(t(`takedown.${action}.done`, { name: title }));
        }}
      />
    </Dialog>
  );
}

function ReasonForm({ action, id, done }: { action: Action; id: number; done(): void }) {
  const { t } = useTranslation();
  const changed = useTakedownChanged();
  const checked = useApiForm({
    endpoint: action === "restore" ? postRestrictionEnd : postRestrictionKeep,
    request: { params: { id } },
    body: ({ reason = "" }) => ({ reason }),
    failed(error) {
      if (error instanceof ApiError && error.code === "E0005") changed();
      return false;
    },
    onSuccess() {
      draft.finish();
      done();
      changed();
    },
  });
  const draft = useFormDraft(`${action}-${id}`, checked.form);
  return (
    <ReasonFields
      checked={checked}
      draft={draft}
      maxLength={takedownLimits.text}
      otherwise={checked.failure?.code === "E0005" ? "takedown.restriction.changed" : "errors.unknown"}
      texts={{
        label: t("takedown.decide.reason"),
        hint: t("takedown.decide.ownerHint"),
        submit: t(`takedown.${action}.label`),
        busy: t(`takedown.${action}.busy`),
      }}
    />
  );
}
