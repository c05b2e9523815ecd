import type { Context } from "../context.ts";
import { Failure } from "../failure.ts";
import type { Route } from "./routing.ts";

function isNotFound(error: unknown): boolean {
  return error instanceof Failure && error.code === "E0001";
}

/** Runs a read, and repeats it on the primary if it did not find its object on a replica that may be late. */
export async function readFromReplica<Result>(
  context: Context,
  read: (context: Context) => Promise<Result>,
): Promise<Result> {
  try {
    return await read(context);
  } catch (error) {
    if (context.replica === context.db || !isNotFound(error)) throw error;
    return read({ ...context, replica: context.db });
  }
}

/**
 * Repeats reads on the primary if they did not find their object on a replica that may be late. `createRoutes` is called
 * with and without the replica.
 */
export function retryOnPrimary(context: Context, createRoutes: (context: Context) => Route[]): Route[] {
  const routes = createRoutes(context);
  if (context.replica === context.db) return routes;
  const primaryRoutes = createRoutes({ ...context, replica: context.db });
  return routes.map((route, index) => {
    const primary = primaryRoutes[index];
    if (route.endpoint.method !== "GET" || primary === undefined) return route;
    return {
      ...route,
      async handle(call) {
        try {
          return await route.handle(call);
        } catch (error) {
          if (!isNotFound(error)) throw error;
          return primary.handle(call);
        }
      },
    };
  });
}
