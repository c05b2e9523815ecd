import type { User } from "@wrapsody/shared/accounts.ts";
import { useTranslation } from "react-i18next";
import { languageNames } from "../../../lib/language/language.ts";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { useLazyModule } from "../../../lib/lazy-module.ts";
import { ErrorState } from "../../../ui/feedback/states.tsx";
import { formatDay } from "../../../ui/format/local-time.ts";
import { Section } from "../../../ui/layout/section.tsx";

const loadChanges = async () => {
  const [part] = await Promise.all([
    import("../profile/profile-changes.tsx"),
    loadNamespaces("profile", "draft"),
  ]);
  return part;
};

/** Profile of the reader. */
export function Profile({ user }: { user: User }) {
  const { t, i18n } = useTranslation();
  const { part, failed, retry } = useLazyModule("profile changes", loadChanges);
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
      {part === undefined ? null : <part.default user={user} />}
      {failed ? <ErrorState message={t("errors.part")} retry={retry} /> : null}
    </Section>
  );
}
