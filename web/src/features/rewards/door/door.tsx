import { useQuery } from "@tanstack/react-query";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import { getDoor } from "@wrapsody/shared/rewards/tickets.ts";
import CameraIcon from "lucide-react/icons/camera";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { isNotFound } from "../../../lib/api/api-fetch.ts";
import { textIn } from "../../../lib/language/language.ts";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { ErrorState, LoadingRows } from "../../../ui/feedback/states.tsx";
import { formatMoment } from "../../../ui/format/local-time.ts";
import { errorKey, noReferrer } from "../../accounts/index.ts";
import type { Route } from "./+types/door";
import { DoorResult } from "./door-result.tsx";
import { CodeForm, Scanner } from "./scanner.tsx";
import { useAdmission } from "./use-admission.ts";
import "./door.css";

/** A phone at an entrance shows nothing but the door. */
export const handle = { bare: true };

export async function clientLoader() {
  await loadNamespaces("tickets");
  return null;
}
clientLoader.hydrate = true as const;

/** The server renders no content, because the texts are loaded by the browser. */
export function HydrateFallback() {
  return (
    <main className="door">
      <LoadingRows />
    </main>
  );
}

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.door"), language);
}

export function headers() {
  return noReferrer;
}

/** Admits tickets at an entrance. The secret in the address is the only credential. */
export default function DoorPage({ params: { secret } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    ...queryOf(getDoor, { params: { secret } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isNotFound(error)) return <ClosedDoor />;
  if (data !== undefined) return <OpenDoor secret={secret} door={data} />;
  return (
    <main className="door">
      <h1 className="vh">{t("tickets.door.title")}</h1>
      {error === null ? (
        <LoadingRows />
      ) : (
        <ErrorState message={t(errorKey(error))} retry={() => void refetch()} />
      )}
    </main>
  );
}

function ClosedDoor() {
  const { t } = useTranslation();
  return (
    <main className="door">
      <h1 className="title">{t("tickets.door.closed")}</h1>
      <p>{t("tickets.door.closedText")}</p>
    </main>
  );
}

function OpenDoor({ secret, door }: { secret: string; door: AnswerOf<typeof getDoor> }) {
  const { t, i18n } = useTranslation();
  const admission = useAdmission(secret);
  const isOnline = useOnline();
  if (admission.isClosed) return <ClosedDoor />;
  return (
    <main className="door">
      <header className="door-h">
        <p className="code">{t("tickets.door.title")}</p>
        <h1 className="head">{door.label}</h1>
        <p className="b">{door.reward}</p>
        <p className="small dim">
          {t("tickets.of", door)},{" "}
          {t("tickets.door.until", { time: formatMoment(door.expires_at, i18n.language) })}
        </p>
      </header>
      <p className={isOnline ? "vh" : "msg door-offline"} role="alert">
        {isOnline ? "" : t("tickets.door.offline")}
      </p>
      <Scanner onCode={admission.scan} icon={<CameraIcon className="i" aria-hidden="true" />} />
      <CodeForm onCode={admission.check} />
      {admission.outcome === undefined ? null : (
        <DoorResult outcome={admission.outcome} next={admission.next} />
      )}
    </main>
  );
}

function useOnline(): boolean {
  return useSyncExternalStore(
    (changed) => {
      window.addEventListener("online", changed);
      window.addEventListener("offline", changed);
      return () => {
        window.removeEventListener("online", changed);
        window.removeEventListener("offline", changed);
      };
    },
    () => navigator.onLine,
    () => true,
  );
}
