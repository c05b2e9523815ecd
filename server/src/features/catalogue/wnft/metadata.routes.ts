import type { FastifyInstance, FastifyReply } from "fastify";
import type { Context } from "../../../platform/context.ts";
import { notFound } from "../../../platform/failure.ts";
import { wrapMetadata, wrapsMetadata } from "./metadata.ts";

/**
 * `GET /metadata/wraps` and `GET /metadata/wraps/{song}`: what the contract of wraps names as its metadata and that of its
 * tokens, open to the pages of every site.
 */
export function wrapTokenMetadata(app: FastifyInstance, context: Context): void {
  app.get("/metadata/wraps", (_request, reply) => send(reply, wrapsMetadata(context)));
  app.get<{ Params: { song: string } }>("/metadata/wraps/:song", async ({ params }, reply) =>
    send(reply, await wrapMetadata(context, numberIn(params.song))),
  );
}

/** Seconds. */
const kept = 300;

function send(reply: FastifyReply, metadata: object): FastifyReply {
  return reply
    .header("cache-control", `public, max-age=${kept}`)
    .header("access-control-allow-origin", "*")
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(metadata));
}

function numberIn(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw notFound();
  return Number(text);
}
