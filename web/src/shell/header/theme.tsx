import { useTranslation } from "react-i18next";
import { storageKeys, writeStored } from "../../lib/storage/storage.ts";

/** `--paper` of each scheme, which the browser gives its own bars. */
export const barColors = { light: "#fdfdfb", dark: "#0c0c0b" };

/**
 * Runs before the first paint, so that no page flashes in the wrong scheme, and the library, which the server renders for
 * visitors, does not change before the eyes of a member. The player keeps its place for the song that was heard last.
 */
export const themeScript = `try{var h=document.documentElement.dataset,t=localStorage.getItem(${JSON.stringify(storageKeys.theme)});if(t==="light"||t==="dark")h.theme=t;if(localStorage.getItem(${JSON.stringify(storageKeys.token)}))h.member="";if(localStorage.getItem(${JSON.stringify(storageKeys.heard)}))h.heard=""}catch(e){}`;

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
  colorBars();
  writeStored("theme", dataset.theme);
}

/** Gives the browser's own bars the colour of the chosen scheme. After hydration, because React would add tags that it does not recognize. */
export function colorBars(): void {
  const { theme } = document.documentElement.dataset;
  if (theme !== "light" && theme !== "dark") return;
  for (const bar of document.querySelectorAll("[name=theme-color]"))
    bar.setAttribute("content", barColors[theme]);
}
