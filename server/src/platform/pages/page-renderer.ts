import { hash, randomBytes } from "node:crypto";
import { type Language, usableLanguage } from "@wrapsody/shared/api/language.ts";
import type { SignUpMode, SiteSettings } from "@wrapsody/shared/operations/site-settings.ts";
import { LRUCache } from "lru-cache";
import {
  createRequestHandler,
  matchRoutes,
  type RequestHandler,
  type RouteObject,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import type { InProcessCall, RecordedCall } from "../api/in-process-call.ts";
import { type Config, canTakePayments } from "../config/config.ts";
import type { Context } from "../context.ts";
import { DatabaseUnavailableError } from "../database/database.ts";
import { DATABASE_RETRY_SECONDS } from "../http/error-handler.ts";
import { redactPath } from "../http/http-server.ts";
import { contentSecurityPolicy, fileOrigin } from "../security/headers.ts";
import { hasImprint } from "../site/site-settings.ts";
import { renderInlineMarkdown } from "../site/site-texts.ts";
import type { RenderedPage } from "./page-cache.ts";

/** Export of the web's server entry, besides rendering: the key of the context that the server passes in. */
type EntryModule = { pageContext: RouterContext<PageHandOver> };

type PageHandOver = {
  ask: InProcessCall;
  publicUrl: string;
  site: PageSite;
  companionUrl: string | undefined;
  preview: boolean;
  outbox: boolean;
  appleMusicToken: string | undefined;
  language: string;
  nonce: string;
  reportError(error: unknown): void;
  writeHtml(html: Buffer): void;
};

/** Site settings that every page shows. */
type PageSite = {
  name: string;
  defaultLanguage: Language;
  signUp: SignUpMode;
  hasImprint: boolean;
  canTakePayments: boolean;
  /** HTML in the language of the page; empty: none. */
  announcement: string;
};

/** Characters of the paths whose routes are kept. */
const MAX_KEPT_CHARACTERS = 1_000_000;

export type PageRenderer = {
  /** Whether the site has a page of this form at all. */
  hasPage(path: string): boolean;
  /** `path` is the address below the public one, with its query. */
  render(path: string, language: string): Promise<RenderedPage>;
};

/** Renders pages of the built site. `always` are the header lines of every response. */
export function createRenderer(
  context: Context,
  build: ServerBuild,
  apiCall: RecordedCall,
  always: Record<string, string>,
): PageRenderer {
  const { pageContext } = build.entry.module as unknown as EntryModule;
  const matchRoute = createRouteMatcher(build);
  const files = fileOrigin(context.config.s3);
  const { publicUrl } = context;
  const { companionUrl, mail, social } = context.config;
  const { appleMusicToken } = social;
  return {
    hasPage: (path) => matchRoute(pageOf(path))?.isPage === true,
    async render(path, language) {
      // Only characters that no HTML or JSON text writes differently, so that every occurrence can be found again.
      const nonce = randomBytes(16).toString("base64url");
      const handOver = new RouterContextProvider();
      const preview = !context.config.production;
      const recorder = recordCalls(apiCall);
      const errors: unknown[] = [];
      let html: Buffer | undefined;
      const site = toPageSite(await context.site.read(), context.config, language);
      const outbox = mail.smtpUrl === undefined;
      handOver.set(pageContext, {
        ask: recorder.ask,
        publicUrl,
        site,
        companionUrl,
        preview,
        outbox,
        appleMusicToken,
        language,
        nonce,
        reportError: (error) => void errors.push(error),
        writeHtml(bytes) {
          html = bytes;
        },
      });
      const route = matchRoute(pageOf(path));
      if (route === undefined) throw new Error(`no route matches ${path}`);
      const response = await route.handle(new Request(`${publicUrl}${path}`), handOver);
      const headers: Record<string, string> = { ...always, ...Object.fromEntries(response.headers) };
      if (headers["content-type"]?.startsWith("text/html")) {
        const embeddable = path.startsWith("/embed/");
        const appleMusic = appleMusicToken !== undefined && path.startsWith("/login/oauth");
        headers["content-security-policy"] = contentSecurityPolicy({ nonce, embeddable, appleMusic, files });
        // Apple's login window posts its result to the page that opened it.
        if (appleMusic) headers["cross-origin-opener-policy"] = "same-origin-allow-popups";
        if (!embeddable) headers["x-frame-options"] = "SAMEORIGIN";
      }
      const body = html ?? Buffer.from(await response.arrayBuffer());
      const status = recorder.isDatabaseAway() ? 503 : response.status;
      logErrors(context, { path, errors, isDatabaseAway: recorder.isDatabaseAway() });
      if (status === 503) headers["retry-after"] = String(DATABASE_RETRY_SECONDS);
      return { status, headers, body, content: recorder.content(site), shows: recorder.shows() };
    },
  };
}

/**
 * Logs the errors of a page in one line. One error can be reported several times, by the loader and by each component that needs its
 * data. A lost database is logged where its state is watched.
 */
function logErrors(
  { log }: Context,
  { path, errors, isDatabaseAway }: { path: string; errors: readonly unknown[]; isDatabaseAway: boolean },
): void {
  if (errors.length === 0) return;
  const entry = { err: errors[0], path: redactPath(path), errors: errors.length };
  if (isDatabaseAway) log.debug(entry, "database unavailable");
  else log.error(entry, "page rendered with errors");
}

function toPageSite(settings: SiteSettings, config: Config, language: string): PageSite {
  const { name, default_language: defaultLanguage, sign_up: signUp, announcement } = settings;
  return {
    name,
    defaultLanguage,
    signUp,
    hasImprint: hasImprint(settings),
    canTakePayments: canTakePayments(config),
    announcement: renderInlineMarkdown(announcement[usableLanguage(language, defaultLanguage)]),
  };
}

type MatchedRoute = {
  /** False for the route that takes every other path. */
  isPage: boolean;
  /** Renders with the routes of this branch alone. */
  handle: RequestHandler;
};

/**
 * Matches paths to routes. React Router compiles the patterns of all routes for each call of `matchRoutes`, so the last results are
 * kept; and its request handler matches and prepares all of its routes for each page, so each branch has a handler of its own.
 */
function createRouteMatcher(build: ServerBuild): (path: string) => MatchedRoute | undefined {
  const routes = routesOf(build);
  const byLeaf = new Map<string | undefined, MatchedRoute>();
  const byPath = new LRUCache<string, MatchedRoute>({
    maxSize: MAX_KEPT_CHARACTERS,
    sizeCalculation: (_route, path) => path.length,
  });
  return (path) => {
    const kept = byPath.get(path);
    if (kept !== undefined) return kept;
    const branch = matchRoutes(routes, path)?.map(({ route }) => route) ?? [];
    const leaf = branch.at(-1);
    if (leaf === undefined) return undefined;
    const matched = byLeaf.get(leaf.id) ?? {
      isPage: leaf.path !== "*",
      handle: createRequestHandler(reduceBuild(build, branch), "production"),
    };
    byLeaf.set(leaf.id, matched);
    byPath.set(path, matched);
    return matched;
  };
}

/** Returns the build with the routes of one branch. */
function reduceBuild(build: ServerBuild, branch: readonly RouteObject[]): ServerBuild {
  const pick = <T>(all: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(all).filter(([id]) => branch.some((route) => route.id === id)));
  return {
    ...build,
    routes: pick(build.routes),
    assets: { ...build.assets, routes: pick(build.assets.routes) },
  };
}

/**
 * Makes the API calls of one page, each once, and hashes their responses, which determine the page together with the settings.
 * Collects the entities that the responses show.
 */
function recordCalls(apiCall: RecordedCall) {
  const records: string[] = [];
  const shown = new Set<string>();
  const calls = new Map<string, Promise<unknown>>();
  let isUnknown = false;
  let isDatabaseAway = false;
  const record = async (name: string, call: ReturnType<RecordedCall>) => {
    try {
      const { answer, shows } = await call;
      records.push(`${name} ${JSON.stringify(answer)}`);
      isUnknown ||= shows === undefined;
      for (const entity of shows ?? []) shown.add(entity);
      return answer;
    } catch (error) {
      isUnknown = true;
      records.push(`${name} failed: ${String(error)}`);
      isDatabaseAway ||= error instanceof DatabaseUnavailableError;
      throw error;
    }
  };
  return {
    ask: ((endpoint, input) => {
      const name = `${endpoint.method} ${endpoint.path} ${JSON.stringify(input)}`;
      const call = calls.get(name) ?? record(name, apiCall(endpoint, input));
      calls.set(name, call);
      return call;
    }) satisfies InProcessCall,
    /** Pages tolerate some failed calls, but must not be cached without what these would have shown. */
    isDatabaseAway: () => isDatabaseAway,
    /** Undefined if a call failed or does not say what its response shows. */
    shows: () => (isUnknown ? undefined : [...shown]),
    content: (site: PageSite) =>
      hash("sha1", [JSON.stringify(site), ...records.sort()].join("\n"), "base64url"),
  };
}

/**
 * Returns the page of a URL: its data for client-side navigation is at `/wrap/a.data`, that of `/` at
 * `/_.data`.
 */
function pageOf(path: string): string {
  const [address = "/"] = path.split("?", 1);
  return address.replace(/(?:(?<=\/)_)?\.data$/, "") || "/";
}

function routesOf(build: ServerBuild): RouteObject[] {
  const all = Object.values(build.routes).filter((route) => route !== undefined);
  const below = (parentId: string | undefined): RouteObject[] =>
    all.filter((route) => route.parentId === parentId).map(withChildren);
  const withChildren = ({ id, path, index }: (typeof all)[number]): RouteObject => {
    const place = path === undefined ? { id } : { id, path };
    return index === true ? { ...place, index } : { ...place, children: below(id) };
  };
  return below(undefined);
}
