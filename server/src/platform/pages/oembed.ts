import { type Image, imagePath } from "@wrapsody/shared/api/media.ts";
import { describeIssue } from "@wrapsody/shared/api/validation-messages.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { readFromReplica } from "../api/retry-on-primary.ts";
import type { Context } from "../context.ts";
import { Failure, notFound } from "../failure.ts";
import { escapeXml } from "../http/xml.ts";

/** A kind of page that other sites embed. */
export type EmbeddedKind = {
  /** Matches the path of its pages, with the reference as the first group. */
  path: RegExp;
  /** @throws Failure E0001 if nothing public has the reference */
  find(context: Context, reference: string): Promise<Embedded>;
};

/** Title and author of a page. An author without a path has no page. */
type Described = { title: string; author: { name: string; path?: string }; image: Image | null };

/** `player`: its path and pixels. `listedFrom`: when what is only a link until then gets its player. */
export type Embedded = Described &
  ({ player: { path: string; width: number; height: number } } | { listedFrom: string });

const pixels = z.coerce.number().int().min(1).max(10_000).optional();
/** JSON only: XML is refused with an error rather than answered as JSON. */
const oembedQuery = z.object({
  url: z.url({ protocol: /^https?$/ }),
  format: z.literal("json").default("json"),
  maxwidth: pixels,
  maxheight: pixels,
});
type OembedQuery = z.output<typeof oembedQuery>;

const MAX_AGE_S = 3_600;

/** Adds `/oembed`, which returns the oEmbed 1.0 response for the address of a page of one of the kinds. */
export function addOembed(app: FastifyInstance, context: Context, kinds: readonly EmbeddedKind[]): void {
  app.get("/oembed", async (request, reply) => {
    const query = oembedQuery.safeParse(request.query, { error: describeIssue });
    if (!query.success) {
      const errors = query.error.issues.map(({ path, message }) => ({ field: path.join("."), message }));
      throw new Failure("E0007", { errors });
    }
    const oembed = await readFromReplica(context, async (reading) =>
      describeEmbedded(reading, await findEmbedded(reading, kinds, query.data.url), query.data),
    );
    return reply.header("cache-control", "public, max-age=0, must-revalidate").send(oembed);
  });
}

/** @throws Failure E0001 for an address that no kind has */
async function findEmbedded(
  context: Context,
  kinds: readonly EmbeddedKind[],
  url: string,
): Promise<Embedded> {
  const { origin, pathname } = new URL(url);
  if (origin !== new URL(context.publicUrl).origin) throw notFound();
  for (const { path, find } of kinds) {
    const [, reference] = path.exec(pathname) ?? [];
    if (reference !== undefined) return find(context, decodeText(reference));
  }
  throw notFound();
}

/** Returns a response of type `rich` with the embeddable player or, until there is one, `link`, which expires then. */
async function describeEmbedded(
  { publicUrl, site, clock }: Context,
  embedded: Embedded,
  query: OembedQuery,
): Promise<Record<string, unknown>> {
  const { title, author, image } = embedded;
  const described = {
    version: "1.0",
    provider_name: (await site.read()).name,
    provider_url: publicUrl,
    title,
    author_name: author.name,
    ...(author.path === undefined ? {} : { author_url: publicUrl + author.path }),
    ...describeThumbnail(publicUrl, image),
  };
  if ("player" in embedded) {
    const { player } = embedded;
    const width = Math.min(player.width, query.maxwidth ?? player.width);
    const height = Math.min(player.height, query.maxheight ?? player.height);
    const html = `<iframe src="${publicUrl}${player.path}" width="${width}" height="${height}" title="${escapeXml(title)}" style="border:0" loading="lazy" allow="autoplay; encrypted-media"></iframe>`;
    return { ...described, type: "rich", cache_age: MAX_AGE_S, width, height, html };
  }
  const left = Math.floor((Date.parse(embedded.listedFrom) - clock.now().getTime()) / 1000);
  return { ...described, type: "link", cache_age: Math.min(MAX_AGE_S, Math.max(0, left)) };
}

function describeThumbnail(publicUrl: string, image: Image | null) {
  if (image === null) return {};
  const width = Math.min(480, image.width);
  return {
    thumbnail_url: publicUrl + imagePath(image.id, 480, "jpeg"),
    thumbnail_width: width,
    thumbnail_height: Math.round((width * image.height) / image.width),
  };
}

function decodeText(text: string): string {
  // PostgreSQL refuses a NUL.
  if (text.includes("%00")) throw notFound();
  try {
    return decodeURIComponent(text);
  } catch {
    throw notFound();
  }
}
