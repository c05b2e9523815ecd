import { imagePath } from "@wrapsody/shared/media.ts";
import type { Context } from "../../../platform/context.ts";
import { notFound } from "../../../platform/failure.ts";
import { findPublicSong } from "../songs/songs.data.ts";

export type OembedQuery = { url: string; maxwidth?: number | undefined; maxheight?: number | undefined };

const player = { width: 560, height: 152 };

/**
 * Returns the oEmbed 1.0 response for the address of a wrap page: type `rich` with the embeddable player.
 *
 * @throws Failure E0001 for any other address
 */
export async function buildOembed(
  { publicUrl, replica, site }: Context,
  query: OembedQuery,
): Promise<Record<string, unknown>> {
  const pageUrl = new URL(query.url);
  const reference = /^\/wrap\/([^/]+)\/?$/.exec(pageUrl.pathname)?.[1];
  if (pageUrl.origin !== new URL(publicUrl).origin || reference === undefined) throw notFound();
  const song = await findPublicSong(replica, decoded(reference));
  if (song === undefined) throw notFound();
  const width = Math.min(player.width, query.maxwidth ?? player.width);
  const height = Math.min(player.height, query.maxheight ?? player.height);
  const source = `${publicUrl}/embed/wrap/${encodeURIComponent(song.pretty_id)}`;
  const title = `${song.name}, ${song.artist}`;
  return {
    version: "1.0",
    type: "rich",
    provider_name: (await site.read()).name,
    provider_url: publicUrl,
    title,
    author_name: song.artist,
    author_url: `${publicUrl}/artist/${encodeURIComponent(song.artist_clean_id)}`,
    cache_age: 3600,
    width,
    height,
    html: `<iframe src="${source}" width="${width}" height="${height}" title="${escaped(title)}" style="border:0" loading="lazy" allow="autoplay; encrypted-media"></iframe>`,
    ...(song.image === null
      ? {}
      : {
          thumbnail_url: publicUrl + imagePath(song.image.id, 480, "jpeg"),
          thumbnail_width: Math.min(480, song.image.width),
          thumbnail_height: Math.round(
            (Math.min(480, song.image.width) * song.image.height) / song.image.width,
          ),
        }),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw notFound();
  }
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
