import { type DehydratedState, dehydrate, hashKey, QueryClient, queryOptions } from "@tanstack/react-query";
import type { AnswerOf, Endpoint } from "@wrapsody/shared/api/endpoint.ts";
import { data, type RouterContextProvider } from "react-router";
import { type ApiFetch, apiFetch, type RequestOptions } from "../api/api-fetch.ts";
import { SONG_CACHE_LIFETIME_MS } from "../storage/song-cache.ts";
import { pageContext } from "./page-context.ts";

/** Builds the query of one call. Its key is the endpoint and the request options. */
export function queryOf<E extends Endpoint>(
  endpoint: E,
  options: RequestOptions<E> = {},
  fetcher: ApiFetch = apiFetch,
) {
  return queryOptions<AnswerOf<E>>({
    queryKey: [`${endpoint.method} ${endpoint.path}`, options],
    queryFn: ({ signal }) => fetcher(endpoint, options, signal),
    // Personal data leaves the cache with the session.
    ...(endpoint.access === "public" ? {} : { meta: { personal: true } }),
  });
}

export const onServer = typeof document === "undefined";

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // On the server each page has its own client; a timer would keep it alive for that long.
        gcTime: onServer ? Number.POSITIVE_INFINITY : SONG_CACHE_LIFETIME_MS,
        // Without a network a call fails immediately and the page shows an error, instead of pausing silently.
        networkMode: "always",
        retry: (count, error) =>
          !onServer && count < 2 && navigator.onLine !== false && clientErrorStatus(error) === undefined,
        refetchOnWindowFocus: false,
        // A section that failed without a network loads once it is back. Others keep what they show.
        refetchOnReconnect: ({ state }) => state.status === "error",
      },
      // An action without a network fails immediately too: it must not run an hour later.
      mutations: { networkMode: "always" },
    },
  });
}

/**
 * Returns the status of a client error, 400 to 499, which a retry would not change. In-process calls on the server fail
 * with the server's own error class, so this checks only the status.
 */
function clientErrorStatus(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("status" in error) || typeof error.status !== "number") return undefined;
  return error.status >= 400 && error.status < 500 ? error.status : undefined;
}

let browserClient: QueryClient | undefined;

/** Returns the browser's single client. On the server every page has its own. */
export function queryClient(): QueryClient {
  if (onServer) return createQueryClient();
  browserClient ??= createQueryClient();
  return browserClient;
}

type PageLocation = { params: Record<string, string | undefined>; url: URL };
type PageQuery = { endpoint: Endpoint; options: RequestOptions<Endpoint>; dispensable: boolean };

/** Declares a call that a page cannot be shown without. */
export function required<E extends Endpoint>(endpoint: E, options: RequestOptions<E> = {}): PageQuery {
  return { endpoint, options: options as RequestOptions<Endpoint>, dispensable: false };
}

/** Declares a call whose failure leaves the page usable. */
export function optional<E extends Endpoint>(endpoint: E, options: RequestOptions<E> = {}): PageQuery {
  return { ...required(endpoint, options), dispensable: true };
}

type LoaderArgs = {
  request: Request;
  params: Record<string, string | undefined>;
  context: Readonly<RouterContextProvider>;
};
type ClientLoaderArgs = { request: Request; params: Record<string, string | undefined> };

/**
 * Builds the loaders of a page. The server makes the calls in its own process and dehydrates them into the HTML. Later
 * the browser makes only the calls that its cache lacks.
 */
export function pageData(needs: (where: PageLocation) => PageQuery[]) {
  return {
    async loader({
      request,
      params,
      context,
    }: LoaderArgs): Promise<{ dehydrated: DehydratedState | undefined }> {
      const client = createQueryClient();
      const { ask: askHere } = context.get(pageContext);
      await readAll(client, needs({ params, url: new URL(request.url) }), askHere);
      return { dehydrated: dehydrate(client) };
    },
    async clientLoader({
      request,
      params,
    }: ClientLoaderArgs): Promise<{ dehydrated: DehydratedState | undefined }> {
      await readAll(queryClient(), needs({ params, url: new URL(request.url) }), apiFetch);
      return { dehydrated: undefined };
    },
  };
}

async function readAll(client: QueryClient, needs: PageQuery[], fetcher: ApiFetch): Promise<void> {
  await Promise.all(
    needs.map(({ endpoint, options, dispensable }) => {
      const query = queryOf(endpoint, options, fetcher);
      if (!dispensable) return client.ensureQueryData(query);
      return client.ensureQueryData({ ...query, retry: false }).catch(() => undefined);
    }),
  ).catch(rethrowAsResponse);
}

/** Rethrows a failed call (usually a 404) as the status of the page. Other errors stay as they are. */
export function rethrowAsResponse(error: unknown): never {
  if (!(error instanceof Error) || !("status" in error) || typeof error.status !== "number") throw error;
  if (error.status < 400) throw error;
  throw data(error.message, { status: error.status });
}

/**
 * Returns a response that the page's loader has read, outside of rendering (for `meta`, or for the options of the next
 * call): from the dehydrated state or, if it was read in the browser, from the browser's client.
 */
export function readLoaded<E extends Endpoint>(
  state: DehydratedState | undefined,
  endpoint: E,
  options: RequestOptions<E>,
): AnswerOf<E> | undefined {
  const { queryKey } = queryOf(endpoint, options);
  if (state === undefined) return queryClient().getQueryData(queryKey);
  const hash = hashKey(queryKey);
  return state.queries.find(({ queryHash }) => queryHash === hash)?.state.data as AnswerOf<E> | undefined;
}
