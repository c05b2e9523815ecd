import type { SiteSettingsState } from "@wrapsody/shared/operations/site-settings.ts";
import { getSiteSettings, siteTexts } from "@wrapsody/shared/operations/site-settings.ts";
import { useTranslation } from "react-i18next";
import { textIn } from "../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { Section } from "../../../ui/layout/section.tsx";
import { QueryState, useAuthedQuery } from "../authed-query.tsx";
import type { PageHandle } from "../layouts/loading-page.tsx";
import type { Route } from "./+types/site-settings";
import {
  Announcement,
  ChoiceSetting,
  DefaultLanguage,
  LanguageTexts,
  LineSetting,
  WithdrawalTerms,
} from "./settings-fields.tsx";
import { FoldedSettings, SettingsForm } from "./settings-form.tsx";
import { SignUpInvitations } from "./sign-up-invitations.tsx";
import { SiteIndex } from "./site-index.tsx";
import { TestMail } from "./test-mail.tsx";
import "../settings/settings.css";
import "./site-settings.css";

export const handle = { loading: { shape: "form" } } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("admin.site.title"), language);
}

/** The settings of the site. Each section is saved on its own. */
export default function SiteSettingsPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useAuthedQuery(getSiteSettings);
  return (
    <>
      <header className="page-h">
        <div>
          <h1 className="title">{t("admin.site.title")}</h1>
          <p className="small dim">{t("admin.site.lead")}</p>
        </div>
      </header>
      <div className="settings">
        {data === undefined ? (
          <QueryState error={error} refetch={refetch} rows={6} height="7rem" />
        ) : (
          <>
            <SiteIndex state={data} />
            <Settings state={data} reload={async () => (await refetch()).data} />
          </>
        )}
      </div>
    </>
  );
}

type SettingsProps = { state: SiteSettingsState; reload(): Promise<SiteSettingsState | undefined> };

function Settings(props: SettingsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Section id="identity" title={t("admin.site.identity")}>
        <SettingsForm name="identity" {...props}>
          {(form) => (
            <>
              <LineSetting form={form} name="name" hint={t("admin.site.nameHint")} />
              <LineSetting form={form} name="operator" hint={t("admin.site.operatorHint")} />
              <LineSetting form={form} name="contact" type="email" hint={t("admin.site.contactHint")} />
            </>
          )}
        </SettingsForm>
      </Section>
      <Section id="announcement" title={t("admin.site.field.announcement")}>
        <SettingsForm name="announcement" {...props}>
          {(form) => <Announcement form={form} />}
        </SettingsForm>
      </Section>
      <Section id="sign-up" title={t("admin.site.field.sign_up")}>
        <SettingsForm name="sign-up" {...props}>
          {(form) => <ChoiceSetting form={form} name="sign_up" />}
        </SettingsForm>
        <SignUpInvitations mode={props.state.settings.sign_up} />
      </Section>
      <Section id="listing-review" title={t("admin.site.field.listing_review")}>
        <SettingsForm name="listing-review" {...props}>
          {(form) => <ChoiceSetting form={form} name="listing_review" />}
        </SettingsForm>
      </Section>
      <Section id="default-language" title={t("admin.site.field.default_language")}>
        <SettingsForm name="default-language" {...props}>
          {(form) => <DefaultLanguage form={form} />}
        </SettingsForm>
      </Section>
      <Section id="mail" title={t("admin.site.mail")}>
        <SettingsForm name="mail" {...props}>
          {(form) => (
            <LineSetting form={form} name="mail_sender" type="email" hint={t("admin.site.mail_senderHint")} />
          )}
        </SettingsForm>
        <TestMail outbox={props.state.outbox} />
      </Section>
      {siteTexts.map((name) => (
        <Section key={name} id={name} title={t(`shell.${name}`)}>
          <FoldedSettings name={name} {...props}>
            {(form) => <LanguageTexts form={form} name={name} />}
          </FoldedSettings>
        </Section>
      ))}
      <Section id="withdrawal" title={t("admin.site.field.withdrawal")}>
        <FoldedSettings name="withdrawal" {...props}>
          {(form) => <WithdrawalTerms form={form} />}
        </FoldedSettings>
      </Section>
    </>
  );
}
