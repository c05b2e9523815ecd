import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { HydratedRouter } from "react-router/dom";
import { createLanguage } from "./lib/language/language.ts";
import { fetchTexts } from "./lib/language/language-files.ts";

/** Only the language of the page is fetched; without it the page stays as the server wrote it, and its links work. */
async function hydrate(): Promise<void> {
  const { lang, dataset } = document.documentElement;
  const i18n = createLanguage(lang, await fetchTexts(lang), dataset);
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nextProvider i18n={i18n}>
          <HydratedRouter />
        </I18nextProvider>
      </StrictMode>,
    );
  });
}

void hydrate();
