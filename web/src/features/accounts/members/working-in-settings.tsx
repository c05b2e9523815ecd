import { useTranslation } from "react-i18next";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { useLazyModule } from "../../../lib/lazy-module.ts";

const load = async () => {
  const [part] = await Promise.all([import("./acting.tsx"), loadNamespaces("members")]);
  return part;
};

/** Says which of the settings belong to the account that the reader works for. */
export function WorkingInSettings() {
  const { t } = useTranslation();
  const { part } = useLazyModule("working for", load);
  return part === undefined ? null : <part.WorkingFor note={t("members.working.settings")} />;
}
