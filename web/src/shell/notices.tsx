import X from "lucide-react/icons/x";
import { useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

/** Quiet words above the player: they cover a little of the page, and move nothing of it. */
export function Notices({ unknownLanguage }: { unknownLanguage: string | undefined }) {
  const { t } = useTranslation();
  const [closed, setClosed] = useState(false);
  const online = useSyncExternalStore(watchNetwork, isOnline, () => true);
  return (
    <div className="notices" role="status">
      {online ? null : <p className="toast">{t("shell.offline")}</p>}
      {unknownLanguage === undefined || closed ? null : (
        <p className="toast">
          {t("errors.languageFile", { lang: unknownLanguage })}
          <button type="button" className="sq" aria-label={t("errors.close")} onClick={() => setClosed(true)}>
            <X className="i" aria-hidden="true" />
          </button>
        </p>
      )}
    </div>
  );
}

function isOnline(): boolean {
  return navigator.onLine;
}

function watchNetwork(watcher: () => void): () => void {
  window.addEventListener("online", watcher);
  window.addEventListener("offline", watcher);
  return () => {
    window.removeEventListener("online", watcher);
    window.removeEventListener("offline", watcher);
  };
}
