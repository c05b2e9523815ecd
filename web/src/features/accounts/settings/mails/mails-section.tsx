import { useTranslation } from "react-i18next";
import { loadNamespaces } from "../../../../lib/language/namespaces.ts";
import { LazySection } from "../../../../ui/layout/lazy-section.tsx";

const load = async () => {
  const [part] = await Promise.all([import("./mails.tsx"), loadNamespaces("notifications")]);
  return part;
};

/** The mails that can be turned off. */
export function Mails() {
  const { t } = useTranslation();
  return <LazySection title={t("accounts.settings.mails")} name="mails" load={load} />;
}
