import type { User } from "@wrapsody/shared/accounts/accounts.ts";
import { useTranslation } from "react-i18next";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { useLazyModule } from "../../../lib/lazy-module.ts";
import { ErrorState } from "../../../ui/feedback/states.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import { ProfileFacts } from "../profile/profile-facts.tsx";

const loadChanges = async () => {
  const [part] = await Promise.all([
    import("../profile/profile-changes.tsx"),
    loadNamespaces("profile", "draft"),
  ]);
  return part;
};

/** Profile of the reader. */
export function Profile({ user }: { user: User }) {
  const { t } = useTranslation();
  const { part, failed, retry } = useLazyModule("profile changes", loadChanges);
  return (
    <Section title={t("accounts.settings.profile.title")}>
      {part === undefined ? <ProfileFacts user={user} /> : <part.default user={user} />}
      {failed ? <ErrorState message={t("errors.part")} retry={retry} /> : null}
    </Section>
  );
}
