import type { FastifyInstance, FastifyReply } from "fastify";
import { readFromReplica } from "../../../platform/api/retry-on-primary.ts";
import type { Context } from "../../../platform/context.ts";
import { notFound } from "../../../platform/failure.ts";
import { contractMetadata, showWrapMetadata } from "./metadata.ts";

/**
 * `GET /metadata/wraps` and `GET /metadata/wraps/{song}`: metadata of the contract and its tokens, with CORS
 * for every site.
 */
export function addWrapTokenMetadata(app: FastifyInstance, context: Context): void {
  app.get("/metadata/wraps", (_request, reply) => sendMetadata(reply, contractMetadata(context)));
  app.get<{ Params: { song: string } }>("/metadata/wraps/:song", async ({ params }, reply) => {
    const songId = parseSongId(params.song);
    return sendMetadata(
      reply,
      await readFromReplica(context, (reading) => showWrapMetadata(reading, songId)),
    );
  });
}

/** Seconds. */
const MAX_AGE_S = 300;

function sendMetadata(reply: FastifyReply, metadata: object): FastifyReply {
  return reply
    .header("cache-control", `public, max-age=${MAX_AGE_S}`)
    .header("access-control-allow-origin", "*")
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(metadata));
}

function parseSongId(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw notFound();
  return Number(text);
}
