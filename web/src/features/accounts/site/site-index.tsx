import { languages } from "@wrapsody/shared/api/language.ts";
import type { SiteSettingsState, SiteText } from "@wrapsody/shared/operations/site-settings.ts";
import { siteTexts } from "@wrapsody/shared/operations/site-settings.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";

/** Sections of the settings with what is set in each. Each leads to its section. The next step is to name who runs the site. */
export function SiteIndex({ state }: { state: SiteSettingsState }) {
  const { t } = useTranslation();
  const missing = missingIdentity(state);
  return (
    <nav className="site-index" aria-label={t("admin.site.index")}>
      <ul className="kv">
        {useEntries(state).map(([id, name, value]) => (
          <li key={id}>
            <a className="u b" href={`#${id}`}>
              {name}
            </a>
            {id === "identity" && missing !== undefined ? (
              <a className="mark" href="#identity">
                {t(`admin.site.add.${missing}`)} <ArrowRight className="i" aria-hidden="true" />
              </a>
            ) : (
              <span className="small dim">{value}</span>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Returns what the legal texts still need to name who runs the site. */
function missingIdentity({ settings: { operator, contact } }: SiteSettingsState) {
  if (operator === "") return "operator";
  return contact === "" ? "contact" : undefined;
}

/** Lists the sections: id, name and present value. */
function useEntries({
  settings,
  customized,
}: SiteSettingsState): [id: string, name: string, value: string][] {
  const { t, i18n } = useTranslation();
  const language = languages.find((known) => known === i18n.language) ?? languages[0];
  const { name, sign_up, listing_review, default_language, mail_sender, announcement, withdrawal } = settings;
  const none = t("admin.site.none");
  const textOf = (text: SiteText) =>
    t(
      languages.some((each) => customized.includes(`${text}.${each}`))
        ? "admin.site.own"
        : "admin.site.default",
    );
  return [
    ["identity", t("admin.site.identity"), name],
    ["announcement", t("admin.site.field.announcement"), announcement[language] || none],
    ["sign-up", t("admin.site.field.sign_up"), t(`admin.site.sign_up.${sign_up}`)],
    [
      "listing-review",
      t("admin.site.field.listing_review"),
      t(`admin.site.listing_review.${listing_review}`),
    ],
    ["default-language", t("admin.site.field.default_language"), t(`admin.language.${default_language}`)],
    ["mail", t("admin.site.mail"), mail_sender],
    ...siteTexts.map((text): [string, string, string] => [text, t(`shell.${text}`), textOf(text)]),
    [
      "withdrawal",
      t("admin.site.field.withdrawal"),
      languages.some((each) => withdrawal[each] !== "") ? t("admin.site.own") : none,
    ],
  ];
}
