import { getUser, type ListedUser } from "@wrapsody/shared/accounts/account-admin.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { paths } from "../../../paths.ts";
import { formatCount } from "../../../ui/format/format.ts";
import { formatDay } from "../../../ui/format/local-time.ts";
import { Section } from "../../../ui/layout/section.tsx";
import { prefetchSuspensions, SuspensionOfUser } from "../../takedown/index.ts";
import { QueryPage, useAuthedQuery } from "../authed-query.tsx";
import type { Route } from "./+types/user";
import { AdministratorRole } from "./administrator-role.tsx";
import { EndSessions } from "./end-sessions.tsx";
import { PremiumPlan } from "./premium-plan.tsx";
import { Badges } from "./user-rows.tsx";
import { UserToggle } from "./user-toggle.tsx";
import "../settings/settings.css";
import "./admin.css";

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  await prefetchSuspensions(params.userId);
  return null;
}

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("admin.user.title"), language);
}

export default function UserPage({ params }: Route.ComponentProps) {
  return <UserById key={params.userId} id={params.userId} />;
}

function UserById({ id }: { id: string }) {
  const { t } = useTranslation();
  const link = { to: paths.users(), label: t("admin.users.all") };
  const missing = { title: t("admin.user.missing"), text: t("admin.user.missingText"), link };
  const query = useAuthedQuery(getUser, { params: { id } });
  return (
    <QueryPage query={query} title={t("admin.user.title")} missing={missing} rows={12} height="7rem">
      {(data) => <User user={data} />}
    </QueryPage>
  );
}

function User({ user }: { user: ListedUser }) {
  const { t } = useTranslation();
  return (
    <>
      <header className="page-h">
        <div className="user-h">
          <Link className="row back" to={paths.users()}>
            <ArrowLeft className="i" aria-hidden="true" /> {t("admin.users.all")}
          </Link>
          <h1 className="title">{user.name}</h1>
          <p className="dim">{user.email ?? t("admin.users.noEmail")}</p>
          <Badges user={user} />
          <FlashMessage />
        </div>
        <p className="row">
          <Link className="btn s" to={paths.holds({ account: user.id })}>
            {t("admin.user.toPoints")} <ArrowRight className="i" aria-hidden="true" />
          </Link>
          <Link className="btn s" to={paths.audit({ account: user.id })}>
            {t("admin.user.toEvents")} <ArrowRight className="i" aria-hidden="true" />
          </Link>
        </p>
      </header>
      <div className="settings">
        <Facts user={user} />
        <UserToggle user={user} field="may_import" />
        <UserToggle user={user} field="trusted" />
        <PremiumPlan user={user} />
        <AdministratorRole user={user} />
        <EndSessions user={user} />
        <SuspensionOfUser user={user} />
      </div>
    </>
  );
}

/** Announces the action of the previous page. */
function FlashMessage() {
  const { t } = useTranslation();
  const { state } = useLocation();
  const message =
    typeof state === "object" && state !== null && "message" in state && typeof state.message === "string"
      ? state.message
      : undefined;
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (message !== undefined && document.activeElement === document.body) line.current?.focus();
  }, [message]);
  return (
    <p
      ref={line}
      className={message === undefined ? "vh" : "admin-message small b"}
      role="status"
      tabIndex={-1}
    >
      {message === undefined ? "" : t(message)}
    </p>
  );
}

function Facts({ user }: { user: ListedUser }) {
  const { t, i18n } = useTranslation();
  const facts: readonly [name: string, value: string][] = [
    ["role", t(`admin.role.${user.role}`)],
    ["view", t(`accounts.you.view.${user.user_type}.name`)],
    ["language", t(`admin.language.${user.language}`)],
    ["address", t(user.verified ? "admin.user.verified" : "admin.users.unverified")],
    ["since", formatDay(user.created_at, i18n.language)],
    ["artists", formatCount(user.artists, i18n.language)],
    ["songs", formatCount(user.songs, i18n.language)],
  ];
  return (
    <Section title={t("admin.user.facts")}>
      <dl className="kv user-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`admin.user.fact.${name}`)}</dt>
            <dd className="b">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
