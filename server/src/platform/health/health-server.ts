import type { AddressInfo } from "node:net";
import type { Context } from "../context.ts";
import { createHttpServer } from "../http/http-server.ts";
import { addMetrics, type Metrics } from "./metrics.ts";
import { addProbes, type Readiness } from "./readiness.ts";

export type HealthServer = { url: string; close(): Promise<void> };

type HealthParts = { metrics: Metrics; readiness: Readiness };

/** Serves liveness, readiness and metrics of a process without the role `api`. */
export async function startHealthServer(
  { config, log }: Pick<Context, "config" | "log">,
  { metrics, readiness }: HealthParts,
): Promise<HealthServer> {
  const app = createHttpServer(config, log);
  addProbes(app, readiness);
  addMetrics(app, metrics, config.metricsToken);
  const { host, port } = config.health;
  await app.listen({ host, port, listenTextResolver: () => "health port open" });
  const bound = app.server.address() as AddressInfo;
  const name = bound.family === "IPv6" ? `[${bound.address}]` : bound.address;
  return {
    url: `http://${name}:${bound.port}`,
    async close() {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}
