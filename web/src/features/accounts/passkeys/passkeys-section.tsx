import { useTranslation } from "react-i18next";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { LazySection } from "../../../ui/layout/lazy-section.tsx";

const load = async () => {
  const [part] = await Promise.all([import("./passkeys.tsx"), loadNamespaces("profile")]);
  return part;
};

/** The passkeys of the reader. */
export function Passkeys() {
  const { t } = useTranslation();
  return <LazySection title={t("accounts.passkey.title")} name="passkeys" load={load} />;
}
