import { type DehydratedState, hydrate } from "@tanstack/react-query";
import type { AnswerOf, Endpoint } from "@wrapsody/shared/endpoint.ts";
import type { RequestOptions } from "../api/api-fetch.ts";
import { createQueryClient, queryClient, queryOf } from "./page-data.ts";

/**
 * An answer that a page's loader has read, outside of rendering (for `meta`, or for what the next call is asked):
 * from the state it handed over or, where it read in the browser, from the browser's own client.
 */
export function readLoaded<E extends Endpoint>(
  state: DehydratedState | undefined,
  endpoint: E,
  options: RequestOptions<E>,
): AnswerOf<E> | undefined {
  const client = state === undefined ? queryClient() : createQueryClient();
  if (state !== undefined) hydrate(client, state);
  return client.getQueryData(queryOf(endpoint, options).queryKey);
}
