import { type DehydratedState, hydrate } from "@tanstack/react-query";
import type { AnswerOf, Endpoint } from "@wrapsody/shared/endpoint.ts";
import type { RequestOptions } from "../api/api-fetch.ts";
import { createQueryClient, queryClient, queryOf } from "./page-data.ts";

/**
 * Returns a response that the page's loader has read, outside of rendering (for `meta`, or for the options of the next
 * call): from the dehydrated state or, if it was read in the browser, from the browser's client.
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
