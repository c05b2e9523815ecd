import { useTranslation } from "react-i18next";
import { useLazyModule } from "../../lib/lazy-module.ts";
import { useSignedIn } from "../../lib/storage/session.ts";

const loadMenu = () => import("./menu.tsx").then(({ loadMenu: load }) => load());

/** The place of the menu of signed-in readers. Visitors have none: the header has all that they need. */
export function MenuSlot({ wraps }: { wraps: number | undefined }) {
  const { t } = useTranslation();
  const { part: Menu } = useLazyModule("menu", loadMenu, useSignedIn());
  return <nav aria-label={t("shell.library")}>{Menu === undefined ? null : <Menu wraps={wraps} />}</nav>;
}
