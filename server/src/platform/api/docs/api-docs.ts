import { apiPrefix, type Endpoint } from "@wrapsody/shared/api/endpoint.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Context } from "../../context.ts";
import { version } from "../../health/health.ts";
import { buildOpenApi } from "./openapi.ts";
import {
  errorsPage,
  referencePath,
  renderErrors,
  renderGroup,
  renderMissing,
  renderOverview,
} from "./reference-pages.ts";
import { referenceStyles } from "./reference-styles.ts";

/** The pages load their styles, typeface and copy buttons. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Shows the copy buttons where the browser can copy: without scripts, and on plain HTTP, they stay hidden. */
const referenceScript = `if (navigator.clipboard !== undefined)
  for (const button of document.querySelectorAll(".copy")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.previousElementSibling.textContent);
      button.textContent = "Copied";
    });
  }
`;

/** The API's reference: `openapi.json` below its prefix for programs, `/api/docs` and a page for each group of calls for people. */
export function addApiDocs(app: FastifyInstance, context: Context, endpoints: readonly Endpoint[]): void {
  let document: string | undefined;
  const writeDocument = () => {
    document ??= JSON.stringify(buildOpenApi(endpoints, { publicUrl: context.publicUrl, version }));
    return document;
  };
  app.get(`${apiPrefix}/openapi.json`, (_request, reply) =>
    allowCaching(reply).type("application/json; charset=utf-8").send(writeDocument()),
  );
  app.get(`${referencePath}/reference.css`, (_request, reply) =>
    allowCaching(reply).type("text/css; charset=utf-8").send(referenceStyles),
  );
  app.get(`${referencePath}/reference.js`, (_request, reply) =>
    allowCaching(reply).type("text/javascript; charset=utf-8").send(referenceScript),
  );
  const readReference = () => ({
    siteName: context.site.latest().name,
    publicUrl: context.publicUrl,
    endpoints,
  });
  app.get(referencePath, (_request, reply) => sendPage(reply, renderOverview(readReference())));
  app.get<{ Params: { "*": string } }>(`${referencePath}/*`, ({ params: { "*": page } }, reply) => {
    const html = page === errorsPage ? renderErrors(readReference()) : renderGroup(readReference(), page);
    if (html === undefined) return sendPage(reply.status(404), renderMissing(readReference()));
    return sendPage(reply, html);
  });
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return allowCaching(reply)
    .header("content-security-policy", policy)
    .type("text/html; charset=utf-8")
    .send(html);
}

function allowCaching(reply: FastifyReply): FastifyReply {
  return reply.header("cache-control", "public, max-age=0, must-revalidate");
}
