import type pg from "pg";
import { listFeatureHealth } from "./features.ts";
import type { Context } from "./platform/context.ts";
import type { FeatureHealth } from "./platform/health/health.ts";
import { createMetrics, type Metrics } from "./platform/health/metrics.ts";
import { queueHealth } from "./platform/health/queue-health.ts";
import { createReadiness, type Readiness } from "./platform/health/readiness.ts";
import { replicaGauges } from "./platform/health/replica-lag.ts";

/** What reports the state of this process and of what it depends on. */
export type Monitoring = {
  /** Issues and gauges of the features and the queue. */
  sources: readonly FeatureHealth[];
  metrics: Metrics;
  readiness: Readiness;
};

/** Creates the monitoring of a process. `pools` are its connection pools by name. */
export function createMonitoring(
  context: Context,
  pools: Readonly<Record<string, pg.Pool>> = {},
): Monitoring {
  const sources = [...listFeatureHealth(context), queueHealth(context)];
  const gauges = [...sources.flatMap((source) => source.gauges), ...replicaGauges(context)];
  return {
    sources,
    metrics: createMetrics({ context, pools, gauges }),
    readiness: createReadiness(context),
  };
}
