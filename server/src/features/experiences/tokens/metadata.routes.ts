import type { FastifyInstance, FastifyReply } from "fastify";
import { readFromReplica } from "../../../platform/api/retry-on-primary.ts";
import type { Context } from "../../../platform/context.ts";
import { notFound } from "../../../platform/failure.ts";
import { readCollectionMetadata, readTokenMetadata } from "./metadata.ts";

/**
 * `GET /metadata/experiences/{campaign}` and `GET /metadata/experiences/{campaign}/{token}`: the metadata URLs
 * of the contracts. CORS allows every origin.
 */
export function experienceMetadata(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { campaign: string } }>("/metadata/experiences/:campaign", async (request, reply) =>
    sendMetadata(
      reply,
      await readFromReplica(context, (reading) =>
        readCollectionMetadata(reading, parseId(request.params.campaign)),
      ),
    ),
  );
  app.get<{ Params: { campaign: string; token: string } }>(
    "/metadata/experiences/:campaign/:token",
    async ({ params }, reply) => {
      const token = { campaignId: parseId(params.campaign), tokenId: parseId(params.token) };
      return sendMetadata(
        reply,
        await readFromReplica(context, (reading) => readTokenMetadata(reading, token)),
      );
    },
  );
}

/** Metadata without an image changes soon. */
const MAX_AGE_S = 300;
const MAX_AGE_UNRENDERED_S = 5;

function sendMetadata(reply: FastifyReply, metadata: { image?: string }): FastifyReply {
  const seconds = metadata.image === undefined ? MAX_AGE_UNRENDERED_S : MAX_AGE_S;
  return reply
    .header("cache-control", `public, max-age=${seconds}`)
    .header("access-control-allow-origin", "*")
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(metadata));
}

function parseId(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw notFound();
  return Number(text);
}
