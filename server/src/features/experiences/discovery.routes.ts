import type { FastifyInstance } from "fastify";
import type { Context } from "../../platform/context.ts";
import { notFound } from "../../platform/failure.ts";
import type { SitemapSection } from "../../platform/sitemap.ts";
import { addCards, type Card } from "../artwork/index.ts";
import { showCampaign, showParticipant } from "./campaigns.ts";
import { lastCampaignId, publicCampaignsBetween } from "./discovery.data.ts";

/** The social cards of experiences, and of the artworks that came from them (`/cards/artwork/{experience}-{artwork}.png`). */
export function experienceDiscovery(app: FastifyInstance, context: Context): void {
  addCards(app, context, "experience", async (id) => {
    const { image, name, song, id: number } = await showCampaign(context, id);
    return {
      image,
      number: String(number).padStart(3, "0"),
      title: name,
      subtitle: `${song.name}, ${song.artist}`,
    };
  });
  addCards(app, context, "artwork", (id) => artworkCard(context, id));
}

/** What its owner shares; as long as it is not drawn, the picture of the experience stands in its place. */
async function artworkCard(context: Context, id: string): Promise<Card> {
  const [, campaignId, participantId] = /^(\d{1,9})-(\d{1,15})$/.exec(id) ?? [];
  if (campaignId === undefined) throw notFound();
  const { image, song } = await showCampaign(context, campaignId);
  const participant = await showParticipant(context, campaignId, Number(participantId));
  return {
    image: participant.image ?? image,
    number: "",
    title: participant.name,
    subtitle: `${song.name}, ${song.artist}`,
  };
}

export const experienceSitemap: readonly SitemapSection[] = [
  {
    name: "experiences",
    lastId: ({ replica }) => lastCampaignId(replica),
    entries: async ({ replica }, from, to) =>
      (await publicCampaignsBetween(replica, from, to)).map(({ reference, changedAt }) => ({
        path: `/experiences/${reference}`,
        changedAt,
      })),
  },
];
