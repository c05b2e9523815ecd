import { hash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type pg from "pg";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Context } from "../context.ts";
import { sql } from "../database/database.ts";
import { notFound } from "../failure.ts";
import { isLoopbackRequest } from "../http/ip-addresses.ts";
import type { JobObserver } from "../jobs/job-observer.ts";
import type { PageCache } from "../pages/page-cache.ts";
import { type FeatureGauge, inTime } from "./health.ts";

/** The metrics of this process. */
export type Metrics = {
  contentType: string;
  /** Reads all metrics in Prometheus' text format. */
  read(): Promise<string>;
  /** Records a response. */
  observeResponse(method: string, route: string, status: number, seconds: number): void;
  /** Counts a page request as cached or rendered. */
  countPage(isCached: boolean): void;
  /** Reports the size of the page cache. */
  addPageCache(pages: PageCache): void;
  jobs: JobObserver;
};

type MetricSources = {
  context: Context;
  /** Connection pools by name. */
  pools: Readonly<Record<string, pg.Pool>>;
  gauges: readonly FeatureGauge[];
};

const responseBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const jobBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3_600];

let processMetrics: Registry | undefined;

/** Returns the metrics of Node.js. Collects them once in a process, because their observers and timers never end. */
function getProcessMetrics(): Registry {
  if (processMetrics === undefined) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics });
  }
  return processMetrics;
}

export function createMetrics(sources: MetricSources): Metrics {
  const register = new Registry();
  const registers = [register];
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the request headers to the end of the response.",
    labelNames: ["method", "route", "status"],
    buckets: responseBuckets,
    registers,
  });
  const rendered = new Counter({
    name: "wrapsody_pages_total",
    help: "Page requests, by whether the page was cached or rendered.",
    labelNames: ["from"],
    registers,
  });
  addPools(sources, registers);
  addQueue(sources, registers);
  for (const gauged of sources.gauges) addGauge(sources, gauged, registers);
  return {
    contentType: register.contentType,
    read: () => Registry.merge([getProcessMetrics(), register]).metrics(),
    observeResponse: (method, route, status, seconds) =>
      duration.observe({ method, route, status: classOf(status) }, seconds),
    countPage: (isCached) => rendered.inc({ from: isCached ? "kept" : "rendered" }),
    addPageCache: (pages) => addPageCache(pages, registers),
    jobs: createJobObserver(registers),
  };
}

/** `GET /metrics`, for loopback requests and holders of METRICS_TOKEN. Records the responses of the server. */
export function addMetrics(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "unknown";
    metrics.observeResponse(request.method, route, reply.statusCode, reply.elapsedTime / 1_000);
    done();
  });
  app.get("/metrics", { exposeHeadRoute: false }, async (request, reply) => {
    if (!mayRead(request, token)) throw notFound();
    return reply
      .header("cache-control", "no-store")
      .type(metrics.contentType)
      .send(await metrics.read());
  });
}

function createJobObserver(registers: Registry[]): JobObserver {
  const duration = new Histogram({
    name: "wrapsody_job_duration_seconds",
    help: "Time that an attempt of a job took.",
    labelNames: ["job"],
    buckets: jobBuckets,
    registers,
  });
  const failures = new Counter({
    name: "wrapsody_job_failures_total",
    help: "Failed attempts of jobs, most of which are repeated.",
    labelNames: ["job"],
    registers,
  });
  const givenUp = new Counter({
    name: "wrapsody_jobs_given_up_total",
    help: "Jobs that failed in their last attempt.",
    labelNames: ["job"],
    registers,
  });
  return {
    // Prometheus would miss the first increment of a counter that appears with it.
    started(names) {
      for (const job of names) for (const counter of [failures, givenUp]) counter.inc({ job }, 0);
    },
    ended: (job, seconds) => duration.observe({ job }, seconds),
    failed: (job) => failures.inc({ job }),
    gaveUp: (job) => givenUp.inc({ job }),
  };
}

function addPools({ pools }: MetricSources, registers: Registry[]): void {
  new Gauge({
    name: "wrapsody_database_connections",
    help: "Connections of each pool, and clients waiting for one.",
    labelNames: ["pool", "state"],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: "used" }, totalCount - idleCount);
        this.set({ pool, state: "idle" }, idleCount);
        this.set({ pool, state: "waiting" }, waitingCount);
      }
    },
  });
  new Gauge({
    name: "wrapsody_database_connections_max",
    help: "Size of each pool.",
    labelNames: ["pool"],
    registers,
    collect() {
      for (const [pool, { options }] of Object.entries(pools)) this.set({ pool }, options.max);
    },
  });
}

function addQueue(sources: MetricSources, registers: Registry[]): void {
  const { db } = sources.context;
  const queueGauge: FeatureGauge = {
    name: "wrapsody_queue_jobs",
    help: "Queued jobs: ready, scheduled, running, or failed after their last attempt.",
    labels: ["job", "state"],
    async read() {
      const { rows } = await sql<{ job: string; state: string; jobs: number }>`
        select task_identifier as job,
          case when locked_at is not null then 'running' when attempts >= max_attempts then 'given up'
            when run_at > now() then 'planned' else 'ready' end as state,
          count(*) as jobs
        from graphile_worker.jobs group by 1, 2`.execute(db);
      return rows.map(({ job, state, jobs }) => ({ labels: { job, state }, value: jobs }));
    },
  };
  addGauge(sources, queueGauge, registers);
}

/** Reports no value if reading fails or takes too long: the other metrics matter most when the database is unavailable. */
function addGauge({ context: { log } }: MetricSources, gauged: FeatureGauge, registers: Registry[]): void {
  const { name, help, labels } = gauged;
  const warn = (error: unknown) => {
    log.warn({ err: error, metric: name }, "metric unavailable");
    return [];
  };
  new Gauge({
    name,
    help,
    registers,
    labelNames: [...labels],
    async collect() {
      const values = await inTime(gauged.read().catch(warn), []);
      this.reset();
      for (const { labels: of, value } of values) this.set(of, value);
    },
  });
}

function addPageCache(pages: PageCache, registers: Registry[]): void {
  new Gauge({
    name: "wrapsody_kept_pages",
    help: "Rendered pages in the cache.",
    registers,
    collect() {
      this.set(pages.stats().pages);
    },
  });
  new Gauge({
    name: "wrapsody_kept_pages_bytes",
    help: "Bytes of rendered pages in the cache.",
    registers,
    collect() {
      this.set(pages.stats().bytes);
    },
  });
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  const { authorization } = request.headers;
  if (token !== undefined && authorization !== undefined) return same(authorization, `Bearer ${token}`);
  return isLoopbackRequest(request);
}

function same(value: string, expected: string): boolean {
  return timingSafeEqual(hash("sha256", value, "buffer"), hash("sha256", expected, "buffer"));
}

function classOf(status: number): string {
  return `${Math.floor(status / 100)}xx`;
}
