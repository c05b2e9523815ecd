import swagger, { type StaticDocumentSpec } from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { apiPrefix, type Endpoint } from "@wrapsody/shared/endpoint.ts";
import type { FastifyInstance } from "fastify";
import type { Context } from "../context.ts";
import { version } from "../health/health.ts";
import { buildOpenApi } from "./openapi.ts";

/** The API's reference: `openapi.json` below its prefix for programs, `/api/docs` for people. */
export async function addApiDocs(
  app: FastifyInstance,
  context: Context,
  endpoints: readonly Endpoint[],
): Promise<void> {
  const document = buildOpenApi(endpoints, { publicUrl: context.publicUrl, version });
  const written = JSON.stringify(document);
  app.get(`${apiPrefix}/openapi.json`, (_request, reply) =>
    reply
      .header("cache-control", "public, max-age=0, must-revalidate")
      .type("application/json; charset=utf-8")
      .send(written),
  );
  await app.register(swagger, {
    mode: "static",
    specification: { document: document as unknown as StaticDocumentSpec["document"] },
  });
  await app.register(swaggerUi, {
    routePrefix: "/api/docs",
    theme: {
      title: "Wrapsody API",
      // The bar holds a logo that is not ours and a field for other documents.
      css: [{ filename: "wrapsody.css", content: ".swagger-ui .topbar { display: none }" }],
    },
    uiConfig: { docExpansion: "list", defaultModelsExpandDepth: 0, validatorUrl: null },
    staticCSP: {
      "default-src": "'none'",
      "script-src": "'self'",
      // The page is Swagger's own; it writes widths and colours on elements.
      "style-src": ["'self'", "'unsafe-inline'"],
      "img-src": ["'self'", "data:"],
      "connect-src": "'self'",
      "font-src": "'self'",
      "base-uri": "'none'",
      "form-action": "'none'",
      "frame-ancestors": "'none'",
    },
  });
}
