import { useTranslation } from "react-i18next";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { LazySection } from "../../../ui/layout/lazy-section.tsx";

const loadMembers = async () => {
  const [part] = await Promise.all([import("./members.tsx"), loadNamespaces("members", "draft")]);
  return part;
};

const loadMemberships = async () => {
  const [part] = await Promise.all([import("./memberships.tsx"), loadNamespaces("members")]);
  return part;
};

/** The members of an account, for its owners. */
export function Members() {
  const { t } = useTranslation();
  return <LazySection title={t("accounts.settings.members")} name="members" load={loadMembers} />;
}

/** The accounts that the reader works for, and the invitation of the address. */
export function Memberships() {
  const { t } = useTranslation();
  return <LazySection title={t("accounts.settings.memberships")} name="memberships" load={loadMemberships} />;
}
