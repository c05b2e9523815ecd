import { type Language, languages } from "@wrapsody/shared/api/language.ts";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { languageNames } from "../../lib/language/language.ts";
import { writeStored } from "../../lib/storage/storage.ts";

const year = 365 * 24 * 60 * 60;

/** Lists every language by its own name. The links work without scripts. */
export function LanguageSwitch({ current }: { current: Language }) {
  const { t } = useTranslation();
  return (
    <nav className="langs" aria-label={t("shell.language")}>
      {languages.map((language) => (
        <a
          key={language}
          href={`?lang=${language}`}
          hrefLang={language}
          lang={language}
          aria-current={language === current ? "true" : undefined}
          onClick={(event) => switchLanguage(event, language)}
        >
          {languageNames[language]}
        </a>
      ))}
    </nav>
  );
}

function switchLanguage(event: MouseEvent, language: Language): void {
  event.preventDefault();
  writeStored("language", language);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `language=${language}; path=/; max-age=${year}; samesite=lax`;
  // Browsers may write a cookie asynchronously, so that the next page load could overtake it. Reading the cookie waits
  // for the write.
  void document.cookie;
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  if (address.href === location.href) location.reload();
  else location.replace(address);
}
