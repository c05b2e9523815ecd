import type { User } from "@wrapsody/shared/accounts/accounts.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { languageNames } from "../../../lib/language/language.ts";
import { formatDay } from "../../../ui/format/local-time.ts";
import { TextWithEmail } from "../forms/entry-page.tsx";

/** Facts that the reader can change. */
export type ChangeableFact = "name" | "email";

/** The profile of the reader. `changes` are buttons that stand beside the values that they change. */
export function ProfileFacts({
  user,
  changes = {},
}: {
  user: User;
  changes?: Partial<Record<ChangeableFact, ReactNode>>;
}) {
  const { t, i18n } = useTranslation();
  const rows = [
    { name: "name", value: user.name, change: changes.name },
    {
      name: "email",
      value:
        user.email === null ? (
          t("accounts.settings.profile.noEmail")
        ) : (
          <TextWithEmail text={user.email} address={user.email} />
        ),
      change: changes.email,
    },
    { name: "role", value: t(`accounts.settings.role.${user.role}`) },
    { name: "language", value: languageNames[user.language] },
    { name: "since", value: formatDay(user.created_at, i18n.language) },
  ];
  return (
    <dl className="profile">
      {rows.map(({ name, value, change }) => (
        <div key={name}>
          <dt className="meta dim">{t(`accounts.settings.profile.${name}`)}</dt>
          <dd>{value}</dd>
          {change === undefined ? null : <dd>{change}</dd>}
        </div>
      ))}
    </dl>
  );
}
