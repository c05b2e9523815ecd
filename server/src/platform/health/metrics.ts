import { hash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type pg from "pg";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Context } from "../context.ts";
import { sql } from "../database/database.ts";
import { notFound } from "../failure.ts";
import { isLoopbackRequest } from "../http/ip-addresses.ts";
import type { PageCache } from "../pages/page-cache.ts";
import type { FeatureGauge } from "./health.ts";

export type Metrics = {
  /** Counts a page request as cached or rendered. */
  countPage(isCached: boolean): void;
  /** Records a response of a fast path. */
  observeFastPath(method: string, route: string, status: number, seconds: number): void;
};

type MetricSources = {
  context: Context;
  pages: PageCache;
  /** Connection pools by name. */
  pools: Readonly<Record<string, pg.Pool>>;
  gauges: readonly FeatureGauge[];
};

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** `GET /metrics` in Prometheus' text format, for loopback requests and holders of METRICS_TOKEN. */
export function addMetrics(app: FastifyInstance, measured: MetricSources): Metrics {
  const registers = [new Registry()];
  const [register = new Registry()] = registers;
  collectDefaultMetrics({ register });
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the request headers to the end of the response.",
    labelNames: ["method", "route", "status"],
    buckets,
    registers,
  });
  const rendered = new Counter({
    name: "wrapsody_pages_total",
    help: "Page requests, by whether the page was cached or rendered.",
    labelNames: ["from"],
    registers,
  });
  addPools(measured, registers);
  addQueue(measured, registers);
  addKept(measured, registers);
  for (const gauged of measured.gauges) addGauge(measured, gauged, registers);
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "unknown";
    duration.observe(
      { method: request.method, route, status: classOf(reply.statusCode) },
      reply.elapsedTime / 1_000,
    );
    done();
  });
  app.get("/metrics", { exposeHeadRoute: false }, async (request, reply) => {
    if (!mayRead(request, measured.context.config.metricsToken)) throw notFound();
    return reply
      .header("cache-control", "no-store")
      .type(register.contentType)
      .send(await register.metrics());
  });
  return {
    countPage: (isCached) => rendered.inc({ from: isCached ? "kept" : "rendered" }),
    observeFastPath: (method, route, status, seconds) =>
      duration.observe({ method, route, status: classOf(status) }, seconds),
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
}

function addQueue({ context }: MetricSources, registers: Registry[]): void {
  new Gauge({
    name: "wrapsody_queue_jobs",
    help: "Queued jobs: ready, scheduled, running, or failed after their last attempt.",
    labelNames: ["job", "state"],
    registers,
    async collect() {
      this.reset();
      for (const { job, state, jobs } of await readQueue(context)) this.set({ job, state }, jobs);
    },
  });
}

type QueueRow = { job: string; state: string; jobs: number };

/** Empty if the database is unavailable; the other metrics matter most then. */
async function readQueue({ db, log }: Context): Promise<QueueRow[]> {
  try {
    const { rows } = await sql<QueueRow>`
      select task_identifier as job,
        case when locked_at is not null then 'running' when attempts >= max_attempts then 'given up'
          when run_at > now() then 'planned' else 'ready' end as state,
        count(*) as jobs
      from graphile_worker.jobs group by 1, 2`.execute(db);
    return rows;
  } catch (error) {
    log.warn({ err: error }, "queue metrics unavailable");
    return [];
  }
}

/** Reports no value if reading fails. */
function addGauge({ context: { log } }: MetricSources, gauged: FeatureGauge, registers: Registry[]): void {
  const { name, help, labels } = gauged;
  new Gauge({
    name,
    help,
    registers,
    labelNames: [...labels],
    async collect() {
      this.reset();
      try {
        for (const { labels: of, value } of await gauged.read()) this.set(of, value);
      } catch (error) {
        log.warn({ err: error, metric: name }, "metric unavailable");
      }
    },
  });
}

function addKept({ pages }: MetricSources, registers: Registry[]): void {
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
