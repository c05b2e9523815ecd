import type { Context } from "../../../platform/context.ts";
import { endAlarms, raiseAlarms } from "./alarms.data.ts";

/** What keeps work from going on until somebody mends it, or a node comes back. Nothing is lost meanwhile. */
export type AlarmKind =
  | "NOT_CONFIGURED"
  | "UNREACHABLE"
  | "NONSENSE"
  | "WRONG_CHAIN"
  | "NO_FUNDS"
  | "FEES_TOO_HIGH"
  | "NOT_OPERATOR"
  | "CONTRACT_MISSING"
  | "REFUSED"
  | "STUCK";

export type Alarms = Map<AlarmKind, string>;

/** Once an hour for each kind; who looks at the metric knows sooner. */
const REMINDER_INTERVAL_MS = 60 * 60 * 1000;

/** Writes down what is wrong at a network now; what was and is not any more has ended. */
export async function syncAlarms(context: Context, network: string, alarms: Alarms): Promise<void> {
  const now = context.clock.now();
  await endAlarms(context.db, { network, but: [...alarms.keys()], now });
  const raised = [...alarms].map(([kind, message]) => ({ kind, message }));
  const untold = await raiseAlarms(context.db, {
    network,
    raised,
    now,
    toldBefore: new Date(now.getTime() - REMINDER_INTERVAL_MS),
  });
  for (const { kind, message } of untold) context.log.error({ network, alarm: kind }, message);
}
