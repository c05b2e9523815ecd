import type { QueryClient } from "@tanstack/react-query";
import type { Endpoint } from "@wrapsody/shared/api/endpoint.ts";

/** Invalidates the cached responses of these calls, so that visible ones are fetched again. */
export function invalidateQueries(client: QueryClient, ...endpoints: readonly Endpoint[]): void {
  for (const { method, path } of endpoints) {
    void client.invalidateQueries({ queryKey: [`${method} ${path}`] });
  }
}
