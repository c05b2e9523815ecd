import type { AuditEntry } from "@wrapsody/shared/accounts/account-admin.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { dayOf, formatRecentDay, formatTime } from "../../../ui/format/local-time.ts";
import { TermNote } from "../../../ui/format/term-note.tsx";
import { useDeviceName } from "../settings/device-row.tsx";
import { useFormatAuditEntry } from "./audit-sentence.ts";

/** Audit events grouped by day. */
export function AuditDays({ entries }: { entries: readonly AuditEntry[] }) {
  const days = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const day = dayOf(entry.at);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  const terms = (["split", "wnft"] as const).filter((term) =>
    entries.some(({ kind }) => kind.startsWith(term)),
  );
  return (
    <>
      {[...days].map(([day, events]) => (
        <Day key={day} day={day} events={events} />
      ))}
      {terms.map((term) => (
        <TermNote key={term} term={term} />
      ))}
    </>
  );
}

function Day({ day, events }: { day: string; events: readonly AuditEntry[] }) {
  const { t, i18n } = useTranslation();
  return (
    <section className="audit-day" aria-labelledby={`day-${day}`}>
      <h2 id={`day-${day}`} className="head">
        {formatRecentDay(t, events[0]?.at ?? day, i18n.language)}
      </h2>
      <ol>
        {events.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const parts = useFormatAuditEntry()(entry);
  const deviceName = useDeviceName();
  const { at, network, user_agent, browser, system } = entry;
  // Programs name themselves. A node of a previous version says nothing but that.
  const device = browser == null && system == null ? user_agent : deviceName(entry);
  return (
    <li className="audit-entry">
      <time className="code-l dim" dateTime={at}>
        {formatTime(at)}
      </time>
      <p>
        {parts.map(({ text, to }, place) =>
          to === undefined ? (
            text
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their order
            <Link key={place} className="u" to={to}>
              {text}
            </Link>
          ),
        )}
      </p>
      <p className="dim audit-device" title={user_agent}>
        {network === "" ? null : <span className="code-l">{network}</span>}{" "}
        <span className="audit-program">{device}</span>
      </p>
    </li>
  );
}
