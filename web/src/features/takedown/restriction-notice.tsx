import { useQueryClient } from "@tanstack/react-query";
import {
  getMyRestrictions,
  postContest,
  type ReportedKind,
  type Restriction,
} from "@wrapsody/shared/operations/takedown.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormDraft } from "../../lib/drafts/use-form-draft.ts";
import { formatMoment } from "../../ui/format/local-time.ts";
import { Permitted, QueryState, useApiForm, useAuthedQuery } from "../accounts/index.ts";
import { ContestFields, contestOf } from "./contest-fields.tsx";
import "./takedown.css";

/** A thing, or all artworks of an experience. */
type Thing = { kind: ReportedKind; target: string | number } | { kind: "artwork"; experience: number };

const concerns = (thing: Thing, { kind, target }: Restriction) =>
  thing.kind === kind &&
  ("experience" in thing ? target.startsWith(`${thing.experience}-`) : String(thing.target) === target);

/** The restrictions in force of something that the reader owns, with the reasons and the counter-notice. */
export default function RestrictionNotice({ things }: { things: readonly Thing[] }) {
  const { data, error, refetch } = useAuthedQuery(getMyRestrictions);
  if (data === undefined) return error === null ? null : <QueryState error={error} refetch={refetch} />;
  return data.data
    .filter((restriction) => things.some((thing) => concerns(thing, restriction)))
    .map((restriction) => <Reasons key={restriction.id} restriction={restriction} />);
}

function Reasons({ restriction }: { restriction: Restriction }) {
  const { t, i18n } = useTranslation();
  const { id, kind, title, ground, basis, reason, since, contested_at, contest_statement } = restriction;
  const moment = (iso: string) => formatMoment(iso, i18n.language);
  return (
    <section className="restricted" aria-labelledby={`restricted-${id}`}>
      <h2 id={`restricted-${id}`} className="head">
        {t("takedown.own.title", { kind: t(`takedown.kind.${kind}`), title })}
      </h2>
      <p>{t("takedown.own.text")}</p>
      <p className="reported-text b">{reason}</p>
      <p className="small">
        {t(`takedown.ground.${ground}`)}: {basis}. {t("takedown.own.since", { when: moment(since) })}
      </p>
      <p className="small dim">{t("takedown.own.redress")}</p>
      {contested_at === null ? (
        <Permitted call={postContest}>
          <Contest id={id} />
        </Permitted>
      ) : (
        <blockquote className="contest">
          <p className="small b">{t("takedown.own.contested", { when: moment(contested_at) })}</p>
          <p className="reported-text">{contest_statement}</p>
          <p className="small">
            {restriction.kept_at === null
              ? t("takedown.own.waiting")
              : `${t("takedown.own.kept", { when: moment(restriction.kept_at) })} ${restriction.kept_reason ?? ""}`}
          </p>
        </blockquote>
      )}
    </section>
  );
}

/** The counter-notice, behind a button. */
function Contest({ id }: { id: number }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (open) return <ContestForm id={id} />;
  return (
    <button type="button" className="btn" onClick={() => setOpen(true)}>
      {t("takedown.contest.open")} <ArrowRight className="i" aria-hidden="true" />
    </button>
  );
}

function ContestForm({ id }: { id: number }) {
  const client = useQueryClient();
  const checked = useApiForm({
    endpoint: postContest,
    request: { params: { id } },
    body: contestOf,
    onSuccess() {
      draft.finish();
      void client.invalidateQueries({ queryKey: [`${getMyRestrictions.method} ${getMyRestrictions.path}`] });
    },
  });
  const draft = useFormDraft(`contest-${id}`, checked.form);
  return <ContestFields about="contest" checked={checked} draft={draft} />;
}
