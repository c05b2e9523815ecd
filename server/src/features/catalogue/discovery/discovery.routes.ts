import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { readFromReplica } from "../../../platform/api/retry-on-primary.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import type { SitemapSection } from "../../../platform/pages/sitemap.ts";
import { addCards } from "../../artwork/index.ts";
import { showArtist } from "../songs/artists.ts";
import { findPublicSong } from "../songs/songs.data.ts";
import { buildOembed } from "./oembed.ts";
import {
  listPublicArtistsBetween,
  listPublicSongsBetween,
  readLastArtistId,
  readLastSongId,
} from "./sitemap.data.ts";

/** Adds social cards and oEmbed. */
export function addCatalogueDiscovery(app: FastifyInstance, context: Context): void {
  addCards(app, context, "wrap", async ({ replica }, id) => {
    const song = await findPublicSong(replica, id);
    if (song === undefined) throw notFound();
    return {
      image: song.image,
      number: String(song.id).padStart(4, "0"),
      title: song.name,
      subtitle: song.artist,
    };
  });
  addCards(app, context, "artist", async (reading, id) => {
    const artist = await showArtist(reading, id);
    return {
      image: artist.image,
      number: "",
      title: artist.name,
      subtitle: artist.metadata.description ?? "",
    };
  });
  app.get("/oembed", async (request, reply) => {
    const query = oembedQuery.safeParse(request.query);
    if (!query.success) {
      const errors = query.error.issues.map(({ path, message }) => ({ field: path.join("."), message }));
      throw new Failure("E0007", { errors });
    }
    const oembed = await readFromReplica(context, (reading) => buildOembed(reading, query.data));
    return reply.header("cache-control", "public, max-age=3600").send(oembed);
  });
}

const pixels = z.coerce.number().int().min(1).max(10_000).optional();
/** JSON only: XML is refused with an error rather than answered as JSON. */
const oembedQuery = z.object({
  url: z.url({ protocol: /^https?$/ }),
  format: z.literal("json").default("json"),
  maxwidth: pixels,
  maxheight: pixels,
});

export const catalogueSitemap: readonly SitemapSection[] = [
  {
    name: "wraps",
    lastId: ({ replica }) => readLastSongId(replica),
    entries: async ({ replica }, from, to) =>
      (await listPublicSongsBetween(replica, from, to)).map(({ reference, changedAt }) => ({
        path: `/wrap/${reference}`,
        changedAt,
      })),
  },
  {
    name: "artists",
    lastId: ({ replica }) => readLastArtistId(replica),
    entries: async ({ replica }, from, to) =>
      (await listPublicArtistsBetween(replica, from, to)).map(({ reference, changedAt }) => ({
        path: `/artist/${reference}`,
        changedAt,
      })),
  },
];
