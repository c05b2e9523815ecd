import type { FastifyInstance } from "fastify";
import type { Context } from "../../platform/context.ts";
import { type Card, cachedCard } from "./cards.ts";

/** Adds `GET /cards/{kind}/{id}.png`: the social card that `cardOf` describes; 404 if it throws E0001. */
export function addCards(
  app: FastifyInstance,
  context: Context,
  kind: string,
  cardOf: (id: string) => Promise<Card>,
): void {
  app.get<{ Params: { id: string } }>(`/cards/${kind}/:id.png`, async (request, reply) => {
    const picture = await cachedCard(context, await cardOf(request.params.id));
    return reply.type("image/png").header("cache-control", "public, max-age=3600").send(picture);
  });
}
