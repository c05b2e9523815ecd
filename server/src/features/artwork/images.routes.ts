import type { FastifyInstance } from "fastify";
import type { Context } from "../../platform/context.ts";
import { deliverFile } from "../../platform/storage/deliver.ts";
import { contentTypes, imageVariant } from "./images.ts";

/** Adds `GET /images/{id}/{width}.{format}`: images by content hash, cacheable forever. */
export function addImageFiles(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { id: string; width: string; format: keyof typeof contentTypes } }>(
    "/images/:id/:width.:format",
    async (request, reply) => {
      const { id, width, format } = request.params;
      const key = await imageVariant(context, id, Number(width), format);
      return deliverFile(request, reply, context.storage, key, { contentType: contentTypes[format] });
    },
  );
}
