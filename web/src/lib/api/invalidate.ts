import type { QueryClient } from "@tanstack/react-query";
import type { Endpoint } from "@wrapsody/shared/endpoint.ts";

/** After a change: what these calls answered is asked for again where it is shown, and as soon as it is. */
export function invalidate(client: QueryClient, ...endpoints: readonly Endpoint[]): void {
  for (const { method, path } of endpoints) {
    void client.invalidateQueries({ queryKey: [`${method} ${path}`] });
  }
}
