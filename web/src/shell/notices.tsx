import X from "lucide-react/icons/x";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { usePlayerPart } from "./player/player.ts";

/** Notices above the player. They overlay the page, so that nothing moves. */
export function Notices({ unknownLanguage }: { unknownLanguage: string | undefined }) {
  const { t } = useTranslation();
  const { key, state } = useLocation();
  const notice = noticeOf(state);
  const passedOver = usePlayerPart((player) => player.passedOver);
  const online = useSyncExternalStore(watchNetwork, isOnline, () => true);
  return (
    <div className="notices" role="status">
      {online ? null : <p className="toast">{t("shell.offline")}</p>}
      {notice === undefined ? null : <Toast key={key}>{t(notice)}</Toast>}
      {passedOver === undefined ? null : (
        <Toast key={passedOver.id}>{t("shell.player.passedOver", { name: passedOver.name })}</Toast>
      )}
      {unknownLanguage === undefined ? null : (
        <Toast>{t("errors.languageFile", { lang: unknownLanguage })}</Toast>
      )}
    </div>
  );
}

/** A notice that stays until it is closed. */
function Toast({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [closed, setClosed] = useState(false);
  if (closed) return null;
  return (
    <p className="toast">
      {children}
      <button type="button" className="sq" aria-label={t("errors.close")} onClick={() => setClosed(true)}>
        <X className="i" aria-hidden="true" />
      </button>
    </p>
  );
}

/** Reads `{ notice }`, a text key, from the navigation state of the previous page. */
function noticeOf(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null || !("notice" in state)) return undefined;
  return typeof state.notice === "string" ? state.notice : undefined;
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
