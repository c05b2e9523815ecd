import type { FastifyInstance } from "fastify";
import type { Context } from "../../platform/context.ts";
import type { SitemapSection } from "../../platform/sitemap.ts";
import { addCards } from "../artwork/index.ts";
import { showCampaign } from "./campaigns.ts";
import { lastCampaignId, publicCampaignsBetween } from "./discovery.data.ts";

/** The social cards of experiences. */
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
