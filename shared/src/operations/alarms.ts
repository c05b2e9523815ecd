import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { instant } from "../api/media.ts";

/**
 * The alarms that have texts of their own, by the part that raises them. A new kind needs texts in `mails` and `studio`
 * and a section of docs/operate/runbook.md; until then it is shown by its name.
 */
export const alarmKinds = {
  queue: ["NO_WORKER", "OVERDUE_JOB"],
  chain: [
    "NOT_CONFIGURED",
    "UNREACHABLE",
    "NONSENSE",
    "WRONG_CHAIN",
    "NO_FUNDS",
    "FEES_TOO_HIGH",
    "NOT_OPERATOR",
    "CONTRACT_MISSING",
    "REFUSED",
    "STUCK",
    "KEY_HANDOVER",
  ],
  database: ["REPLICA_UNAVAILABLE", "REPLICA_LAGGING"],
  payments: ["EVENTS_WAITING", "RECONCILIATION_LATE", "PAYMENTS_STUCK"],
  backup: ["FAILED", "OVERDUE", "QUARANTINE"],
} as const;

/** The key of an alarm's texts; `OTHER` for one that has none of its own. */
export function alarmTextKey({ part, kind }: { part: string; kind: string }): string {
  const kinds: Readonly<Record<string, readonly string[]>> = alarmKinds;
  return kinds[part]?.includes(kind) === true ? `${part}.${kind}` : "OTHER";
}

const alarm = z.object({
  part: z.string(),
  /** The affected instance, such as a network or a job. */
  of: z.string(),
  kind: z.string(),
  since: instant,
  ended_at: instant.nullable(),
});
export type Alarm = z.output<typeof alarm>;

const undeclaredProxy = z.object({
  peer: z.string(),
  /** The header that it sends, such as `x-forwarded-for`. */
  header: z.string(),
  last_seen_at: instant,
});
export type UndeclaredProxy = z.output<typeof undeclaredProxy>;

export const getAlarms = endpoint({
  method: "GET",
  path: "admin/alarms",
  access: "personal",
  tag: "admin",
  summary:
    "For administrators: lists the active alarms, the alarms that ended within the last day, and proxies that TRUST_PROXY does " +
    "not declare.",
  answer: z.object({
    active: z.array(alarm),
    ended: z.array(alarm),
    undeclared_proxies: z.array(undeclaredProxy),
  }),
});
