import type { User } from "@wrapsody/shared/accounts/accounts.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { useActingAccount } from "../../../lib/storage/session.ts";
import { paths } from "../../../paths.ts";
import { Section } from "../../../ui/layout/section.tsx";
import { LinkedWallets } from "../../chain/index.ts";
import { QueryState } from "../authed-query.tsx";
import type { PageHandle } from "../layouts/loading-page.tsx";
import { noReferrer } from "../layouts/session-guard.ts";
import { LogOutButton } from "../login/log-out-button.tsx";
import { Members, Memberships } from "../members/members-section.tsx";
import { WorkingInSettings } from "../members/working-in-settings.tsx";
import { Passkeys } from "../passkeys/passkeys-section.tsx";
import { useUser } from "../use-user.ts";
import type { Route } from "./+types/settings";
import { ApiKeys } from "./api-keys.tsx";
import { DataExport } from "./data-export.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { Devices } from "./devices.tsx";
import { MailCodes } from "./mail-codes.tsx";
import { Mails } from "./mails/mails-section.tsx";
import { Profile } from "./profile.tsx";
import { StorageUsage } from "./storage-usage.tsx";
import { Webhooks } from "./webhooks/webhooks-section.tsx";
import "./settings.css";

/** The address may hold the code of an invitation. */
export function headers() {
  return noReferrer;
}

export const handle = { loading: { title: "accounts.settings.title" } } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.settings.title"), language);
}

export default function SettingsPage() {
  const { t } = useTranslation();
  const { data: user, error, refetch } = useUser();
  return (
    <>
      <header className="page-h">
        <h1 className="title">{t("accounts.settings.title")}</h1>
      </header>
      <div className="settings">
        {user === undefined ? (
          <QueryState error={error} refetch={refetch} rows={6} height="9rem" />
        ) : (
          <Settings user={user} />
        )}
      </div>
    </>
  );
}

function Settings({ user }: { user: User }) {
  const { t } = useTranslation();
  const acting = useActingAccount();
  const isInvited = useSearchParams()[0].has("invitation");
  // Once there, the section stays after its last membership ended.
  const [hasMemberships] = useState(isInvited || user.memberships.length > 0);
  const isPublisher = user.user_type === "artist" || acting !== undefined;
  const isOwner = acting === undefined || acting.role === "OWNER";
  return (
    <>
      {acting === undefined ? null : <WorkingInSettings />}
      {hasMemberships ? <Memberships /> : null}
      <Profile user={user} />
      <MailCodes user={user} />
      <Password user={user} />
      <Passkeys />
      <Devices />
      <LinkedWallets />
      {isOwner ? <ApiKeys user={user} /> : null}
      <Mails />
      {isPublisher && isOwner ? <Webhooks /> : null}
      {isPublisher && isOwner ? <Members /> : null}
      <StorageUsage />
      <DataExport />
      <Section title={t("accounts.settings.logout.title")}>
        <div className="setting">
          <p>{t("accounts.settings.logout.text")}</p>
          <LogOutButton />
        </div>
      </Section>
      <DeleteAccount user={user} />
    </>
  );
}

/** Links to the password reset, the only way to change a password. */
function Password({ user: { email, has_password } }: { user: User }) {
  const { t } = useTranslation();
  const text = email === null ? "noEmail" : has_password ? "text" : "none";
  return (
    <Section title={t("accounts.settings.password.title")}>
      <div className="setting">
        <p>{t(`accounts.settings.password.${text}`)}</p>
        {email === null ? null : (
          <Link className="btn" to={paths.lostPassword}>
            {t(`accounts.settings.password.${has_password ? "change" : "choose"}`)}
            <ArrowRight className="i" aria-hidden="true" />
          </Link>
        )}
      </div>
    </Section>
  );
}
