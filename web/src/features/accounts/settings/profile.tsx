import type { User } from "@wrapsody/shared/accounts.ts";
import { useTranslation } from "react-i18next";
import { languageNames } from "../../../lib/language/language.ts";
import { formatDay } from "../../../ui/format/local-time.ts";
import { Section } from "../../../ui/layout/section.tsx";

/** Profile of the reader. */
export function Profile({ user }: { user: User }) {
  const { t, i18n } = useTranslation();
  const rows = [
    ["name", user.name],
    ["email", user.email ?? t("accounts.settings.profile.noEmail")],
    ["role", t(`accounts.settings.role.${user.role}`)],
    ["language", languageNames[user.language]],
    ["since", formatDay(user.created_at, i18n.language)],
  ] as const;
  return (
    <Section title={t("accounts.settings.profile.title")}>
      <dl className="profile">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="meta dim">{t(`accounts.settings.profile.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
