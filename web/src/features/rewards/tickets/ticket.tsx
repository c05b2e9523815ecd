import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import { wrapNumber } from "@wrapsody/shared/catalogue/catalogue-numbers.ts";
import { formatTicketCode, getTicket } from "@wrapsody/shared/rewards/tickets.ts";
import Download from "lucide-react/icons/download";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { saveFile } from "../../../lib/files/save-file.ts";
import { textIn } from "../../../lib/language/language.ts";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { usePolling } from "../../../lib/polling.ts";
import { paths } from "../../../paths.ts";
import { formatMoment } from "../../../ui/format/local-time.ts";
import { drawQrFile, QrCode } from "../../../ui/graphics/qr-code.tsx";
import { type PageHandle, QueryPage, useAuthedQuery } from "../../accounts/index.ts";
import type { Route } from "./+types/ticket";
import "./tickets.css";

export async function clientLoader() {
  await loadNamespaces("tickets");
  return null;
}
clientLoader.hydrate = true as const;

export const handle = { loading: { shape: "square" } } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.you.links.rewards.name"), language);
}

type Ticket = AnswerOf<typeof getTicket>;

/** A door may admit the ticket while the page is open. */
const changing = [getTicket];

/** The ticket of a claim. Once open it needs no network: a failed refetch keeps what is shown. */
export default function TicketPage({ params: { claimId } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const id = /^\d{1,15}$/.test(claimId) ? Number(claimId) : 0;
  const query = useAuthedQuery(getTicket, { params: { id } });
  usePolling(changing);
  return (
    <QueryPage
      query={query}
      title={t("tickets.ticket")}
      missing={{
        title: t("tickets.missing"),
        text: t("tickets.missingText"),
        link: { to: paths.myRewards, label: t("tickets.toRewards") },
      }}
      shape="square"
    >
      {(ticket) => <TicketSheet ticket={ticket} />}
    </QueryPage>
  );
}

function TicketSheet({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const { number, code, reward, details, song, artist } = ticket;
  useScreenKeptOn(code !== null && ticket.admitted_at === null);
  const named = { number: wrapNumber(number) };
  return (
    <section className="sec ticket">
      <header className="ticket-h">
        <h1 className="title">{reward}</h1>
        <p className="b">{t("tickets.of", { song, artist })}</p>
        <TicketState ticket={ticket} />
      </header>
      {code === null ? null : (
        <figure className="ticket-code">
          <QrCode rows={ticket.rows} label={t("tickets.qr", named)} />
          <figcaption>
            <span className="b">{t("tickets.number", named)}</span>
            <span className="code">{formatTicketCode(code)}</span>
          </figcaption>
        </figure>
      )}
      {details === null || details === "" ? null : <p className="ticket-details">{details}</p>}
      {code === null ? null : <SaveTicket ticket={ticket} code={code} />}
      <p>
        <Link className="u b" to={paths.myRewards}>
          {t("tickets.toRewards")}
        </Link>
      </p>
    </section>
  );
}

function TicketState({ ticket: { state, admitted_at } }: { ticket: Ticket }) {
  const { t, i18n } = useTranslation();
  const [shape, text] =
    state === "REJECTED"
      ? ["bad", t("tickets.revoked")]
      : admitted_at === null
        ? ["on", t("tickets.valid")]
        : ["wait", t("tickets.usedAt", { time: formatMoment(admitted_at, i18n.language) })];
  return (
    <p role="status">
      <span className={`state ${shape}`}>{text}</span>
    </p>
  );
}

function SaveTicket({ ticket, code }: { ticket: Ticket; code: string }) {
  const { t } = useTranslation();
  const { number, reward, song, artist, rows } = ticket;
  const named = { number: wrapNumber(number) };
  const save = async () => {
    const lines = [
      reward,
      t("tickets.of", { song, artist }),
      t("tickets.number", named),
      formatTicketCode(code),
    ];
    const { file, extension } = await drawQrFile({ rows, lines });
    saveFile(`ticket-${named.number}.${extension}`, file);
  };
  return (
    <div className="ticket-save">
      <button type="button" className="btn" onClick={() => void save()}>
        {t("tickets.save")} <Download className="i" aria-hidden="true" />
      </button>
      <p className="small dim">{t("tickets.saveHint")}</p>
    </div>
  );
}

/** Keeps the screen from turning off while the ticket is shown, if the browser can. */
function useScreenKeptOn(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    let lock: WakeLockSentinel | undefined;
    let isGone = false;
    // The lock is lost whenever the page is hidden.
    const keepOn = async () => {
      if (document.visibilityState !== "visible") return;
      lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
      if (isGone) void lock?.release();
    };
    void keepOn();
    document.addEventListener("visibilitychange", keepOn);
    return () => {
      isGone = true;
      document.removeEventListener("visibilitychange", keepOn);
      void lock?.release();
    };
  }, [isNeeded]);
}
