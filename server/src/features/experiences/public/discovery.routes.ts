import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import { experienceNumber } from "@wrapsody/shared/catalogue/catalogue-numbers.ts";
import type { FastifyInstance } from "fastify";
import type { Context } from "../../../platform/context.ts";
import { notFound } from "../../../platform/failure.ts";
import type { EmbeddedKind } from "../../../platform/pages/oembed.ts";
import type { SitemapSection } from "../../../platform/pages/sitemap.ts";
import { addCards, type Card } from "../../artwork/index.ts";
import { findPublicSong } from "../../catalogue/index.ts";
import { findLastCampaignId, listPublicCampaignsBetween } from "./campaigns.data.ts";
import { listPublicCampaigns, readCampaign, readParticipant } from "./campaigns.ts";

const newest: ListQuery = { limit: 4, offset: 0, sortKey: "created_at", sortDir: "DESC", filters: [] };

/** Adds the social cards of the list of experiences, of experiences and of artworks (`/cards/artwork/{experience}-{artwork}.png`). */
export function experienceDiscovery(app: FastifyInstance, context: Context): void {
  addCards(app, context, "experience", async (reading, id) => {
    const { image, name, song, id: number } = await readCampaign(reading, id);
    return {
      image,
      number: experienceNumber(number),
      title: name,
      subtitle: `${song.name}, ${song.artist}`,
    };
  });
  addCards(app, context, "artwork", buildArtworkCard);
  addCards(app, context, "experiences", async (reading, id) => {
    if (id !== "newest") throw notFound();
    const { data } = await listPublicCampaigns(reading, newest);
    const { name } = await reading.site.read();
    const wall = data.flatMap(({ image }) => image ?? []);
    const names = data.map((campaign) => campaign.name).join(", ");
    return { image: wall[0] ?? null, wall, number: "", title: name, subtitle: names };
  });
}

/** Falls back to the experience's image until the artwork is rendered. */
async function buildArtworkCard(context: Context, id: string): Promise<Card> {
  const [, campaignId, participantId] = /^(\d{1,9})-(\d{1,15})$/.exec(id) ?? [];
  if (campaignId === undefined) throw notFound();
  const { image, song } = await readCampaign(context, campaignId);
  const participant = await readParticipant(context, campaignId, Number(participantId));
  return {
    image: participant.image ?? image,
    number: "",
    title: participant.name,
    subtitle: `${song.name}, ${song.artist}`,
  };
}

/** The pages of experiences that other sites embed. */
export const experienceEmbeds: readonly EmbeddedKind[] = [
  {
    path: /^\/experiences\/([^/]+)\/?$/,
    async find(context, reference) {
      const { pretty_id, name, image, song } = await readCampaign(context, reference);
      const wrap = await findPublicSong(context.replica, song.pretty_id);
      if (wrap === undefined) throw notFound();
      const { artist, artist_clean_id } = wrap;
      return {
        title: `${name}, ${artist}`,
        author: { name: artist, path: `/artist/${encodeURIComponent(artist_clean_id)}` },
        image,
        player: { path: `/embed/experiences/${encodeURIComponent(pretty_id)}`, width: 560, height: 216 },
      };
    },
  },
];

export const experienceSitemap: readonly SitemapSection[] = [
  {
    name: "experiences",
    lastId: ({ replica }) => findLastCampaignId(replica),
    entries: async ({ replica }, from, to) =>
      (await listPublicCampaignsBetween(replica, from, to)).map(({ reference, changedAt }) => ({
        path: `/experiences/${reference}`,
        changedAt,
      })),
  },
];
