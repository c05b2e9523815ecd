import type { FastifyInstance } from "fastify";
import type { Context } from "../../platform/context.ts";
import { deliverFile } from "../../platform/storage/deliver.ts";
import { audioKey } from "./nouns.ts";

/** `GET /audio/{hash}.mp3`: songs by content hash. Fetching audio is not a play; plays are told by the player. */
export function catalogueFiles(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { hash: string } }>("/audio/:hash.mp3", (request, reply) =>
    deliverFile(request, reply, context.storage, audioKey(request.params.hash), {
      contentType: "audio/mpeg",
    }),
  );
}
