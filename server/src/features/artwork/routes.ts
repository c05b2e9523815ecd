import type { FastifyInstance } from "fastify";
import { readFromReplica } from "../../platform/api/retry-on-primary.ts";
import type { Context } from "../../platform/context.ts";
import { notFound } from "../../platform/failure.ts";
import { appIcons } from "../../platform/pages/manifest.ts";
import { deliverPublicFile } from "../../platform/storage/public-files.ts";
import { type Card, cachedCard } from "./cards.ts";
import { appleIcon, renderIcon } from "./icons.ts";
import { contentTypes, imageVariant } from "./images.ts";

/**
 * Adds `GET /images/{id}/{width}.{format}`: images by content hash, cacheable forever. `assertUnrestricted` throws for images that may not be
 * delivered.
 */
export function addImageFiles(
  app: FastifyInstance,
  context: Context,
  assertUnrestricted: (context: Context, id: string) => Promise<void>,
): void {
  app.get<{ Params: { id: string; width: string; format: keyof typeof contentTypes } }>(
    "/images/:id/:width.:format",
    async (request, reply) => {
      const { id, width, format } = request.params;
      await assertUnrestricted(context, id);
      const variant = await imageVariant(context, id, Number(width), format);
      const contentType = contentTypes[format];
      if ("key" in variant)
        return deliverPublicFile(request, reply, context, { key: variant.key, options: { contentType } });
      // Cached briefly, because the next request may get the stored file.
      return reply.type(contentType).header("cache-control", "public, max-age=60").send(variant.bytes);
    },
  );
}

/** Adds `GET /cards/{kind}/{id}.png`: the social card that `cardOf` describes; 404 if it throws E0001. */
export function addCards(
  app: FastifyInstance,
  context: Context,
  kind: string,
  cardOf: (context: Context, id: string) => Promise<Card>,
): void {
  app.get<{ Params: { id: string } }>(`/cards/${kind}/:id.png`, async (request, reply) => {
    const { id } = request.params;
    // PostgreSQL refuses a NUL.
    if (id.includes("\0")) throw notFound();
    const card = await readFromReplica(context, (reading) => cardOf(reading, id));
    const picture = await cachedCard(context, card);
    return reply.type("image/png").header("cache-control", "public, max-age=300").send(picture);
  });
}

/** Adds the icons of the installed site, drawn when they are first requested. */
export function addIcons(app: FastifyInstance): void {
  for (const icon of [...appIcons, appleIcon]) {
    let rendering: Promise<Buffer> | undefined;
    app.get(icon.path, async (_request, reply) => {
      rendering ??= renderIcon(icon);
      return reply
        .type("image/png")
        .header("cache-control", "public, max-age=86400")
        .send(await rendering);
    });
  }
}
