import { createHash, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import type { Context } from "./context.ts";
import type { LocalAsk } from "./local-ask.ts";
import { contentSecurityPolicy } from "./security.ts";

/** What the web's server entry gives besides rendering: the key under which it looks for what we hand it. */
type EntryModule = { pageContext: RouterContext<PageHandOver> };

type PageHandOver = {
  ask: LocalAsk;
  publicUrl: string;
  companionUrl: string | undefined;
  preview: boolean;
  language: string;
  nonce: string;
};

/** A rendered answer, ready to be sent any number of times. */
type KeptPage = {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  gzip: Buffer;
  br: Buffer;
  etag: string;
  freshUntil: number;
};

/** Milliseconds for which a page is sent again without asking whether its data changed. */
const keepFor = 3_000;
const mostKept = 500;
/** Address queries that change what is rendered; all others (such as `inc`) render the same page. */
const renderedQueries = ["q", "artist", "page", "tab", "sort", "lang"];

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/**
 * Serves the site. Public HTML holds nothing of its reader, so one rendering serves everyone: it is kept by address
 * and language for a moment, one renderer at a time for each. The nonce of its inline scripts is made with the
 * rendering and kept with it: nothing in the document could have known it.
 */
export function addPages(app: FastifyInstance, context: Context, build: ServerBuild, ask: LocalAsk): void {
  const render = createRequestHandler(build, "production");
  const { pageContext } = build.entry.module as unknown as EntryModule;
  const kept = new Map<string, KeptPage>();
  const rendering = new Map<string, Promise<KeptPage>>();

  const renderPage = async (path: string, language: string): Promise<KeptPage> => {
    const nonce = randomBytes(16).toString("base64");
    const handOver = new RouterContextProvider();
    handOver.set(pageContext, {
      ask,
      publicUrl: context.publicUrl,
      companionUrl: context.config.companionUrl,
      preview: !context.config.production,
      language,
      nonce,
    });
    const response = await render(new Request(`${context.publicUrl}${path}`), handOver);
    return keepable(response, nonce, context.clock.now().getTime() + keepFor);
  };

  const pageFor = (path: string, language: string): Promise<KeptPage> | KeptPage => {
    const key = `${language} ${path}`;
    const known = kept.get(key);
    if (known !== undefined && known.freshUntil > context.clock.now().getTime()) return known;
    const under = rendering.get(key);
    if (under !== undefined) return under;
    const started = renderPage(path, language)
      .then((page) => {
        kept.delete(key);
        if (page.status < 500) kept.set(key, page);
        const oldest = kept.size > mostKept ? kept.keys().next().value : undefined;
        if (oldest !== undefined) kept.delete(oldest);
        return page;
      })
      .finally(() => rendering.delete(key));
    rendering.set(key, started);
    return started;
  };

  app.get("/*", { exposeHeadRoute: true }, async (request, reply) => {
    const url = new URL(request.url, context.publicUrl);
    return sendPage(request, reply, await pageFor(renderedPath(url), languageOf(request, url)));
  });
}

function renderedPath(url: URL): string {
  const query = new URLSearchParams();
  for (const name of renderedQueries) {
    const value = url.searchParams.get(name);
    if (value !== null) query.set(name, value.slice(0, 200));
  }
  if (url.pathname.endsWith(".data")) {
    const routes = url.searchParams.get("_routes");
    if (routes !== null) query.set("_routes", routes);
  }
  const text = query.toString();
  return text === "" ? url.pathname : `${url.pathname}?${text}`;
}

/** By `?lang=`, else the cookie of the language switch, else what the browser prefers. */
function languageOf(request: FastifyRequest, url: URL): string {
  const asked =
    url.searchParams.get("lang") ?? /(?:^|;\s*)language=([\w-]+)/.exec(request.headers.cookie ?? "")?.[1];
  if (asked !== undefined && /^[A-Za-z-]{2,12}$/.test(asked)) return asked;
  const preferred = (request.headers["accept-language"] ?? "")
    .split(",")[0]
    ?.trim()
    .slice(0, 2)
    .toLowerCase();
  return preferred === "es" ? "es" : "en";
}

async function keepable(response: Response, nonce: string, freshUntil: number): Promise<KeptPage> {
  const body = Buffer.from(await response.arrayBuffer());
  const [zipped, br] = await Promise.all([
    compressGzip(body, { level: 6 }),
    compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  ]);
  const headers: Record<string, string> = Object.fromEntries(response.headers);
  if (headers["content-type"]?.startsWith("text/html")) {
    headers["content-security-policy"] = contentSecurityPolicy(nonce);
  }
  const etag = `W/"${createHash("sha1").update(body).digest("base64url")}"`;
  return { status: response.status, headers, body, gzip: zipped, br, etag, freshUntil };
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: KeptPage): FastifyReply {
  // A 304 keeps the headers the browser holds, and with them the policy whose nonce its copy of the page carries.
  if ((request.headers["if-none-match"] ?? "").includes(page.etag)) {
    return reply.code(304).header("etag", page.etag).send();
  }
  reply.code(page.status).headers(page.headers).header("etag", page.etag);
  reply.header("vary", "accept-encoding, accept-language, cookie");
  reply.header("cache-control", page.status === 200 ? "public, max-age=0, must-revalidate" : "no-store");
  const accepted = request.headers["accept-encoding"] ?? "";
  if (accepted.includes("br")) return reply.header("content-encoding", "br").send(page.br);
  if (accepted.includes("gzip")) return reply.header("content-encoding", "gzip").send(page.gzip);
  return reply.send(page.body);
}
