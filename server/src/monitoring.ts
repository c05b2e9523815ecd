import type pg from "pg";
import { listAlarmRecipients, listFeatureHealth } from "./features.ts";
import { backupHealth } from "./platform/backup/backup-health.ts";
import type { Context } from "./platform/context.ts";
import type { Replica } from "./platform/database/replica.ts";
import { startAlarmMonitor } from "./platform/health/alarms/alarms.ts";
import type { FeatureHealth } from "./platform/health/health.ts";
import { createMetrics, type Metrics } from "./platform/health/metrics.ts";
import { queueHealth } from "./platform/health/queue-health.ts";
import { createReadiness, type Readiness } from "./platform/health/readiness.ts";
import { undeclaredProxyGauge } from "./platform/http/undeclared-proxies.ts";

/** Reports the state of this process and its dependencies. */
export type Monitoring = {
  /** Issues and gauges of the features, the queue and the replica. */
  sources: readonly FeatureHealth[];
  metrics: Metrics;
  readiness: Readiness;
  /** Notifies administrators of alarms until stopped. `pool` belongs to the queue. */
  startAlarms(pool: pg.Pool): { stop(): Promise<void> };
};

type MonitoredDatabase = {
  /** Connection pools by name. */
  pools?: Readonly<Record<string, pg.Pool>>;
  replica?: Replica | undefined;
};

/** Creates the monitoring of a process. */
export function createMonitoring(
  context: Context,
  { pools = {}, replica }: MonitoredDatabase = {},
): Monitoring {
  const sources = [...listFeatureHealth(context), queueHealth(context), backupHealth(context)];
  if (replica !== undefined) sources.push(replica.health);
  const gauges = [...sources.flatMap((source) => source.gauges), undeclaredProxyGauge(context)];
  return {
    sources,
    metrics: createMetrics({ context, pools, gauges }),
    readiness: createReadiness(context),
    startAlarms: (pool) => startAlarmMonitor(context, { sources, listRecipients: listAlarmRecipients, pool }),
  };
}
