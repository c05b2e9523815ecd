import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { paths } from "../../paths.ts";
import { setShortcuts, useShortcutsOn } from "../player/shortcuts.ts";
import type { Newest, Site } from "../site.ts";
import { LanguageSwitch } from "./language-switch.tsx";

export function Footer({ site }: { site: Site }) {
  const { t } = useTranslation();
  return (
    <footer>
      {site.newest.length === 0 ? null : <ColourStrip wraps={site.newest} />}
      <div className="foot">
        <span className="foot-motto">{t("shell.motto")}</span>
        <LanguageSwitch current={site.language} />
        <ShortcutSwitch />
        {site.hasImprint ? (
          <Link className="u" to={paths.imprint}>
            {t("shell.imprint")}
          </Link>
        ) : null}
        <ReportLink />
        <Link className="u" to={paths.terms}>
          {t("shell.terms")}
        </Link>
        <Link className="u" to={paths.privacy}>
          {t("shell.privacy")}
        </Link>
        <span>{t("shell.copyright", { year: site.year })}</span>
      </div>
    </footer>
  );
}

/** Reports what the page is about. */
function ReportLink() {
  const { t } = useTranslation();
  const reported = reportedOf(useLocation().pathname);
  if (reported === undefined) return null;
  return (
    <Link className="u" to={paths.sendReport(reported)} rel="nofollow">
      {t("shell.report")}
    </Link>
  );
}

/** Returns what a public page is about. */
function reportedOf(pathname: string): { kind: string; id: string } | undefined {
  const [, page, name, part, number] = pathname.split("/");
  // Ids and slugs need no decoding.
  const id = name ?? "";
  if (id === "") return undefined;
  if (page === "wrap" || page === "artist" || page === "playlist") return { kind: page, id };
  if (page !== "experiences") return undefined;
  return part === "participant" ? { kind: "artwork", id: `${id}-${number}` } : { kind: "experience", id };
}

/** Shows the colours of the newest covers, each a link to its wrap. */
function ColourStrip({ wraps }: { wraps: Newest[] }) {
  const { t } = useTranslation();
  return (
    <nav className="strip" aria-label={t("shell.newest")}>
      {wraps.map(({ pretty_id, name, artist, image }) => (
        <Link
          key={pretty_id}
          to={paths.wrap(pretty_id)}
          aria-label={`${name}, ${artist}`}
          title={`${name}, ${artist}`}
          style={{ "--c": image?.ambient ?? "var(--rule)" } as CSSProperties}
        />
      ))}
    </nav>
  );
}

/** Single-key commands can be turned off: they get in the way of speech input and of some screen readers. */
function ShortcutSwitch() {
  const { t } = useTranslation();
  const on = useShortcutsOn();
  return (
    <button type="button" className="u" title={t("shell.shortcutsHint")} onClick={() => setShortcuts(!on)}>
      {t(on ? "shell.shortcutsOn" : "shell.shortcutsOff")}
    </button>
  );
}
