import { apiPrefix } from "@wrapsody/shared/api/endpoint.ts";
import type { FastifyInstance } from "fastify";
import { Failure, notFound } from "../failure.ts";

/** Returns the methods of a path; empty for an unknown path. */
export type MethodLookup = (path: string) => string[];

/** Records the routes added from now on, for the `Allow` header of 405 responses. */
export function trackMethods(app: FastifyInstance): MethodLookup {
  const byPattern = new Map<string, { form: RegExp; methods: Set<string> }>();
  app.addHook("onRoute", ({ url, method }) => {
    if (url.includes("*")) return;
    const entry = byPattern.get(url) ?? { form: formOf(url), methods: new Set<string>() };
    byPattern.set(url, entry);
    for (const item of [method].flat()) entry.methods.add(item);
  });
  return (path) => {
    const requestedPath = path.length > 1 ? path.replace(/\/$/, "") : path;
    const matching = [...byPattern.values()].filter(({ form }) => form.test(requestedPath));
    return [...new Set(matching.flatMap(({ methods }) => [...methods]))].sort();
  };
}

/** Returns the failure for an unmatched request: 405 for a known path with another method, otherwise 404. */
export function rejectUnknownRoute(
  path: string,
  method: string,
  methodsOf: MethodLookup,
): { failure: Failure; allow?: string } {
  const methods = methodsOf(path);
  const isPage = !path.startsWith("/api/") && method !== "GET" && method !== "HEAD";
  const allowed = methods.length === 0 && isPage ? ["GET", "HEAD"] : methods;
  if (allowed.length === 0 || allowed.includes(method)) return { failure: notFound() };
  return { failure: new Failure("E0011"), allow: allowed.join(", ") };
}

/** Rejects unmatched requests below the API prefix before their body is read. */
export function addUnknownApiRoutes(app: FastifyInstance, methodsOf: MethodLookup): void {
  app.route({
    method: app.supportedMethods.filter((method) => method !== "HEAD"),
    url: `${apiPrefix}/*`,
    onRequest: async (request, reply) => {
      const { failure, allow } = rejectUnknownRoute(
        request.url.split("?", 1)[0] ?? "",
        request.method,
        methodsOf,
      );
      if (allow !== undefined) reply.header("allow", allow);
      throw failure;
    },
    handler: () => {
      throw notFound();
    },
  });
}

function formOf(url: string): RegExp {
  const escaped = url.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(/:\w+/g, "[^/]+");
  return new RegExp(`^${escaped}$`);
}
