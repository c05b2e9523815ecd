import type { alarmKinds } from "@wrapsody/shared/operations/alarms.ts";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database/database.ts";
import type { FeatureGauge, FeatureHealth } from "../../platform/health/health.ts";
import { readHandover } from "../../platform/security/operator-handover.data.ts";
import { type Alarm, countBacklog, endAlarms, listActiveAlarms, raiseAlarms } from "./health.data.ts";

/** A problem that keeps a network's work from proceeding; see docs/operate/runbook.md. Requests wait meanwhile, and none is lost. */
type AlarmKind = (typeof alarmKinds.chain)[number];

/** The alarms of one run, with their messages. */
export type Alarms = Map<AlarmKind, string>;

/** The log gets each kind of alarm once in this time. The metric shows alarms immediately. */
const REMINDER_INTERVAL_MS = 3_600_000;

/** Stores the alarms of a run: raises and logs those given, and ends all others of the network. */
export async function syncAlarms(
  context: Pick<Context, "db" | "clock" | "log">,
  network: string,
  alarms: Alarms,
): Promise<void> {
  const now = context.clock.now();
  await endAlarms(context.db, { network, activeKinds: [...alarms.keys()], now });
  const raised = [...alarms].map(([kind, message]) => ({ kind, message }));
  const loggedBefore = new Date(now.getTime() - REMINDER_INTERVAL_MS);
  const unlogged = await raiseAlarms(context.db, { network, raised, now, loggedBefore });
  for (const { kind, message } of unlogged) context.log.error({ network, alarm: kind }, message);
}

/** Reports active alarms and the backlog. Alarm messages are for the log only. */
export function chainHealth(context: Context): FeatureHealth {
  const { db } = context;
  return {
    part: "chain",
    alarmsPerInstance: true,
    async issues() {
      const alarms = await listCurrentAlarms(db);
      return alarms.map(({ network: of, kind, since }) => ({ part: "chain", of, kind, since }));
    },
    gauges: [alarmGauge(context), backlogGauge(context), oldestGauge(context)],
  };
}

/** Lists the alarms of the networks, and the pause of minting by a handover, which needs no run of the transaction manager to show. */
async function listCurrentAlarms(db: Executor): Promise<Pick<Alarm, "network" | "kind" | "since">[]> {
  const [alarms, handover] = await Promise.all([listActiveAlarms(db), readHandover(db)]);
  if (handover === undefined || handover.state === "DONE") return alarms;
  return [{ network: "all networks", kind: "KEY_HANDOVER", since: handover.startedAt }, ...alarms];
}

const alarmGauge = ({ db }: Context): FeatureGauge => ({
  name: "wrapsody_chain_alarms",
  help: "Active alarms of a network.",
  labels: ["network", "kind"],
  async read() {
    const alarms = await listCurrentAlarms(db);
    return alarms.map(({ network, kind }) => ({ labels: { network, kind }, value: 1 }));
  },
});

const backlogGauge = ({ db }: Context): FeatureGauge => ({
  name: "wrapsody_chain_waiting",
  help: "Tasks and tokens that wait to be signed, and transactions that are signed but not confirmed.",
  labels: ["network", "of"],
  async read() {
    const backlog = await countBacklog(db);
    return backlog.map(({ network, of, count }) => ({ labels: { network, of }, value: count }));
  },
});

const oldestGauge = ({ db, clock }: Context): FeatureGauge => ({
  name: "wrapsody_chain_oldest_seconds",
  help: "Age of the oldest of those.",
  labels: ["network", "of"],
  async read() {
    const backlog = await countBacklog(db);
    return backlog.map(({ network, of, since }) => ({
      labels: { network, of },
      value: Math.max(0, (clock.now().getTime() - new Date(since).getTime()) / 1_000),
    }));
  },
});
