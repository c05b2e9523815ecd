import { useQueryClient } from "@tanstack/react-query";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import {
  type Door,
  deleteDoor,
  doorLimits,
  doorProblems,
  getDoors,
  postDoor,
} from "@wrapsody/shared/rewards/tickets.ts";
import { toInstant, toLocalTime } from "@wrapsody/shared/text/time-zones.ts";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../../lib/api/invalidate.ts";
import { useFormDraft } from "../../../lib/drafts/use-form-draft.ts";
import { textIn } from "../../../lib/language/language.ts";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { usePolling } from "../../../lib/polling.ts";
import { paths } from "../../../paths.ts";
import { StatusMessage, useStatusMessage } from "../../../ui/feedback/status-message.tsx";
import { formatCount } from "../../../ui/format/format.ts";
import { formatDay, formatTime } from "../../../ui/format/local-time.ts";
import { DraftNotice } from "../../../ui/forms/draft-notice.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { MomentField } from "../../../ui/forms/moment-field.tsx";
import { QrCode } from "../../../ui/graphics/qr-code.tsx";
import { EmptySection, Section } from "../../../ui/layout/section.tsx";
import {
  ConfirmButton,
  CopyButton,
  FormFailure,
  QueryPage,
  useApiForm,
  useAuthedQuery,
} from "../../accounts/index.ts";
import type { Route } from "./+types/doors";
import "./tickets.css";

export async function clientLoader() {
  await loadNamespaces("tickets");
  return null;
}

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.you.links.claims.name"), language);
}

type Doors = AnswerOf<typeof getDoors>;
type NewDoor = AnswerOf<typeof postDoor>;
type Reward = { id: string; rewardId: number };

/** Doors admit tickets while the page is open. */
const changing = [getDoors];

/** The door links of a ticket reward. */
export default function DoorsPage({ params: { songId, rewardId } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const params: Reward = { id: songId, rewardId: /^\d{1,9}$/.test(rewardId) ? Number(rewardId) : 0 };
  const query = useAuthedQuery(getDoors, { params });
  usePolling(changing);
  return (
    <QueryPage
      query={query}
      title={t("tickets.doors.title")}
      missing={{
        title: t("tickets.doors.missing"),
        text: t("tickets.doors.missingText"),
        link: { to: paths.receivedClaims(), label: t("tickets.doors.toClaims") },
      }}
      height="3.5rem"
    >
      {(doors) => <DoorsOf reward={params} doors={doors} />}
    </QueryPage>
  );
}

function DoorsOf({ reward, doors }: { reward: Reward; doors: Doors }) {
  const { t, i18n } = useTranslation();
  const [status, announce] = useStatusMessage();
  const [added, setAdded] = useState<NewDoor>();
  const client = useQueryClient();
  const count = (value: number) => formatCount(value, i18n.language);
  const revoke = async ({ id, label }: Door) => {
    await apiFetch(deleteDoor, { params: { ...reward, doorId: id } });
    if (added?.id === id) setAdded(undefined);
    invalidateQueries(client, getDoors);
    announce(t("tickets.doors.revoked", { label }));
  };
  return (
    <>
      <header className="page-h">
        <h1 className="title">{t("tickets.doors.title")}</h1>
        <p className="small">
          {doors.reward},{" "}
          <Link className="u" to={paths.manage(doors.song.id, { tab: "rewards" })}>
            {doors.song.name}
          </Link>
        </p>
        <p className="b num">
          {t("tickets.doors.admitted", {
            count: doors.tickets,
            admitted: count(doors.admitted),
            tickets: count(doors.tickets),
          })}
        </p>
      </header>
      <section className="sec doors-page" aria-label={t("tickets.doors.title")}>
        <Section title={t("tickets.doors.links")}>
          {added === undefined ? null : <AddedDoor door={added} />}
          {doors.doors.length === 0 ? (
            <EmptySection>{t("tickets.doors.none")}</EmptySection>
          ) : (
            <ul className="doors">
              {doors.doors.map((door) => (
                <DoorRow key={door.id} door={door} revoke={() => revoke(door)} />
              ))}
            </ul>
          )}
          <StatusMessage {...status} />
        </Section>
        <Section title={t("tickets.doors.add")}>
          <DoorForm
            reward={reward}
            onAdded={(door) => {
              setAdded(door);
              invalidateQueries(client, getDoors);
            }}
          />
        </Section>
      </section>
    </>
  );
}

const shapes = { OPEN: "on", EXPIRED: "wait", REVOKED: "bad" } as const satisfies Record<
  Door["state"],
  string
>;

function DoorRow({ door, revoke }: { door: Door; revoke: () => Promise<void> }) {
  const { t, i18n } = useTranslation();
  const { label, state, expires_at, admitted } = door;
  const until = { day: formatDay(expires_at, i18n.language), time: formatTime(expires_at) };
  return (
    <li>
      <div>
        <p className="b">{label}</p>
        <p className={`state small ${shapes[state]}`}>{t(`tickets.doors.state.${state}`)}</p>
        <p className="small dim num">
          {t("tickets.doors.until", until)},{" "}
          {t("tickets.doors.count", { count: admitted, admitted: formatCount(admitted, i18n.language) })}
        </p>
      </div>
      {state === "OPEN" ? (
        <ConfirmButton
          className="btn s"
          label={
            <>
              {t("tickets.doors.revoke")} <span className="vh">{label}</span>
            </>
          }
          title={t("tickets.doors.question", { label })}
          text={t("tickets.doors.warning")}
          confirm={t("tickets.doors.revoke")}
          run={revoke}
        />
      ) : null}
    </li>
  );
}

/** The new link, which is shown once. */
function AddedDoor({ door: { label, link, rows } }: { door: NewDoor }) {
  const { t } = useTranslation();
  return (
    <div className="door-new" role="status">
      <p className="b">{t("tickets.doors.added", { label })}</p>
      <p className="small">{t("tickets.doors.once")}</p>
      <p className="door-link">
        <a className="u code" href={link} target="_blank" rel="noreferrer">
          {link}
        </a>
        <CopyButton text={link} name={t("tickets.doors.link")} />
      </p>
      <QrCode rows={rows} label={t("tickets.doors.qr", { label })} />
    </div>
  );
}

const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const DAY_MS = 24 * 60 * 60 * 1000;

function DoorForm({ reward, onAdded }: { reward: Reward; onAdded: (door: NewDoor) => void }) {
  const { t } = useTranslation();
  const [round, setRound] = useState(0);
  const [zone] = useState(browserZone);
  const [tomorrow] = useState(() => toLocalTime(new Date(Date.now() + DAY_MS), zone));
  const { form, problems, failure, busy, submit, clearError } = useApiForm({
    endpoint: postDoor,
    request: { params: reward },
    body: ({ label = "", expires_at = "" }) => ({
      label,
      expires_at: toInstant(expires_at, zone)?.toISOString() ?? "",
    }),
    onSuccess(door) {
      setRound((count) => count + 1);
      draft.finish();
      onAdded(door);
    },
  });
  const draft = useFormDraft(`door-${reward.rewardId}`, form);
  return (
    <form ref={form} className="doors-form" method="post" noValidate onSubmit={submit}>
      <p className="small">{t("tickets.doors.explained")}</p>
      <DraftNotice draft={draft} onDiscard={draft.discard} />
      <FormFailure failure={failure} otherwise="errors.unknown" />
      <Field
        key={`label ${round} ${draft.round}`}
        label={t("tickets.doors.label")}
        name="label"
        defaultValue={draft.values.label}
        maxLength={doorLimits.label}
        required
        autoComplete="off"
        hint={t("tickets.doors.labelHint")}
        problem={doorErrorText(t, problems.label)}
        onChange={() => clearError("label")}
      />
      <MomentField
        key={`end ${draft.round}`}
        label={t("tickets.doors.end")}
        name="expires_at"
        defaultValue={draft.values.expires_at ?? tomorrow}
        required
        hint={t("tickets.doors.endHint", { zone: zone.replaceAll("_", " ") })}
        problem={doorErrorText(t, problems.expires_at)}
        onChange={() => clearError("expires_at")}
      />
      <button type="submit" className="btn solid" aria-disabled={busy || undefined}>
        {t(busy ? "tickets.doors.creating" : "tickets.doors.create")}
      </button>
    </form>
  );
}

const problemKeys: Readonly<Record<string, string>> = {
  [doorProblems.noLabel]: "noLabel",
  [doorProblems.noEnd]: "noEnd",
  [doorProblems.past]: "past",
  [doorProblems.tooLate]: "tooLate",
  [doorProblems.tooMany]: "tooMany",
};

function doorErrorText(t: TFunction, problem: string | undefined): string | undefined {
  const key = problemKeys[problem ?? ""];
  return key === undefined ? problem : t(`tickets.doors.problem.${key}`, { most: doorLimits.doors });
}
