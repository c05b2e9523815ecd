import { useTranslation } from "react-i18next";
import { storageKeys, writeStored } from "../../lib/storage/storage.ts";

/** Runs before the first paint, so that no page flashes in the wrong scheme. */
export const themeScript = `try{var t=localStorage.getItem(${JSON.stringify(storageKeys.theme)});if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch(e){}`;

/** Switches between the light and dark scheme and stores the choice. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  return (
    <button type="button" className="theme" aria-label={t("shell.scheme")} onClick={switchTheme}>
      <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M3 3h18v18H3z" />
        <path d="M3 21 21 3v18z" fill="currentColor" />
      </svg>
    </button>
  );
}

function switchTheme(): void {
  const { dataset } = document.documentElement;
  const current = dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  dataset.theme = current === "dark" ? "light" : "dark";
  writeStored("theme", dataset.theme);
}
