import type { Context } from "../../../platform/context.ts";
import type { FeatureGauge, FeatureHealth } from "../../../platform/health/feature-health.ts";
import { listActiveAlarms } from "./alarms.data.ts";
import { countBacklog } from "./backlog.data.ts";

/** What keeps chains from their work, and what waits for them. Alarms' own words are for the log and stay there. */
export function chainHealth(context: Context): FeatureHealth {
  const { db } = context;
  return {
    async issues() {
      const alarms = await listActiveAlarms(db);
      return alarms.map(({ network: of, kind, since }) => ({ part: "chain", of, kind, since }));
    },
    gauges: [alarmGauge(context), backlogGauge(context), oldestGauge(context)],
  };
}

const alarmGauge = ({ db }: Context): FeatureGauge => ({
  name: "wrapsody_chain_alarms",
  help: "What keeps the work of a network from going on at this moment.",
  labels: ["network", "kind"],
  async read() {
    const alarms = await listActiveAlarms(db);
    return alarms.map(({ network, kind }) => ({ labels: { network, kind }, value: 1 }));
  },
});

const backlogGauge = ({ db }: Context): FeatureGauge => ({
  name: "wrapsody_chain_waiting",
  help: "Tasks and tokens that wait to be signed, and transactions that are signed and not confirmed.",
  labels: ["network", "of"],
  async read() {
    const waiting = await countBacklog(db);
    return waiting.map(({ network, of, count }) => ({ labels: { network, of }, value: count }));
  },
});

const oldestGauge = ({ db, clock }: Context): FeatureGauge => ({
  name: "wrapsody_chain_oldest_seconds",
  help: "How long the oldest of those has waited.",
  labels: ["network", "of"],
  async read() {
    const waiting = await countBacklog(db);
    return waiting.map(({ network, of, since }) => ({
      labels: { network, of },
      value: Math.max(0, (clock.now().getTime() - new Date(since).getTime()) / 1_000),
    }));
  },
});
