import { useTranslation } from "react-i18next";
import { loadNamespaces } from "../../../../lib/language/namespaces.ts";
import { LazySection } from "../../../../ui/layout/lazy-section.tsx";

const load = async () => {
  const [part] = await Promise.all([import("./webhooks.tsx"), loadNamespaces("webhooks", "draft")]);
  return part;
};

/** Webhook endpoints of a publisher. */
export function Webhooks() {
  const { t } = useTranslation();
  return <LazySection title={t("accounts.settings.webhooks")} name="webhooks" load={load} />;
}
