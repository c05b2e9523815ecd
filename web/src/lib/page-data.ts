import { type DehydratedState, dehydrate, QueryClient, queryOptions } from "@tanstack/react-query";
import type { AnswerOf, Endpoint } from "@wrapsody/shared/endpoint.ts";
import { data, type RouterContextProvider } from "react-router";
import { type Ask, AskError, type Asked, ask } from "./ask.ts";
import { pageContext } from "./page-context.ts";

/** A query of one call; its key is the endpoint and what it is asked. */
export function queryOf<E extends Endpoint>(endpoint: E, asked: Asked<E> = {}, by: Ask = ask) {
  return queryOptions<AnswerOf<E>>({
    queryKey: [`${endpoint.method} ${endpoint.path}`, asked],
    queryFn: ({ signal }) => by(endpoint, asked, signal),
  });
}

/** How long what was read is taken as it is, in milliseconds: the song cache of the specification. */
export const songCacheLifetime = 500_000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: songCacheLifetime,
        retry: (count, error) =>
          count < 2 && !(error instanceof AskError && error.status >= 400 && error.status < 500),
        refetchOnWindowFocus: false,
      },
    },
  });
}

let browserClient: QueryClient | undefined;

/** The one client of the browser; on the server every page has its own. */
export function queryClient(): QueryClient {
  if (typeof document === "undefined") return createQueryClient();
  browserClient ??= createQueryClient();
  return browserClient;
}

type Where = { params: Record<string, string | undefined>; url: URL };
type Needed = { endpoint: Endpoint; asked: Asked<Endpoint> };

/** Names a call that a page needs before it is shown. */
export function need<E extends Endpoint>(endpoint: E, asked: Asked<E> = {}): Needed {
  return { endpoint, asked: asked as Asked<Endpoint> };
}

type LoaderArgs = {
  request: Request;
  params: Record<string, string | undefined>;
  context: Readonly<RouterContextProvider>;
};
type ClientLoaderArgs = { request: Request; params: Record<string, string | undefined> };

/**
 * The loaders of a page: the server reads what the page needs in its own process and hands it over with the HTML;
 * after that the browser asks the API itself, and only for what it does not hold.
 */
export function pageData(needs: (where: Where) => Needed[]) {
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
      await readAll(queryClient(), needs({ params, url: new URL(request.url) }), ask);
      return { dehydrated: undefined };
    },
  };
}

async function readAll(client: QueryClient, needs: Needed[], by: Ask): Promise<void> {
  try {
    await Promise.all(
      needs.map(({ endpoint, asked }) => client.ensureQueryData(queryOf(endpoint, asked, by))),
    );
  } catch (error) {
    if (error instanceof AskError && error.status > 0) throw data(error.message, { status: error.status });
    throw error;
  }
}
