import type { FastifyInstance } from "fastify";
import type { Context } from "../context.ts";
import { notFound } from "../failure.ts";
import { escapeXml } from "../http/xml.ts";

/** A kind of page that search engines should know. Pages of the sitemap are ranges of ids, so none needs counting. */
export type SitemapSection = {
  name: string;
  /** The highest id there is, public or not. */
  lastId(context: Context): Promise<number>;
  /** Public entries with `from <= id < to`. */
  entries(context: Context, from: number, to: number): Promise<{ path: string; changedAt: string }[]>;
};

const idsInPage = 10_000;
const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const schema = "http://www.sitemaps.org/schemas/sitemap/0.9";
const hour = "public, max-age=3600";
/** So that no cache lists what has just left the site. */
const revalidated = "public, max-age=0, must-revalidate";

/** `/robots.txt` and `/sitemap.xml`, an index of pages of up to 10,000 addresses each. */
export function addSitemap(
  app: FastifyInstance,
  context: Context,
  sections: readonly SitemapSection[],
): void {
  const { publicUrl } = context;

  app.get("/robots.txt", (_request, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", hour)
      .send(
        `User-agent: *\nDisallow: /my/\nDisallow: /you\nDisallow: /create\nDisallow: /api/\nSitemap: ${publicUrl}/sitemap.xml\n`,
      ),
  );

  app.get("/sitemap.xml", async (_request, reply) => {
    const pages = [`${publicUrl}/sitemaps/site-0.xml`];
    for (const section of sections) {
      const last = await section.lastId(context);
      for (let page = 0; page * idsInPage <= last; page++) {
        pages.push(`${publicUrl}/sitemaps/${section.name}-${page}.xml`);
      }
    }
    const list = pages.map((page) => `<sitemap><loc>${escapeXml(page)}</loc></sitemap>`).join("\n");
    return reply
      .type("application/xml; charset=utf-8")
      .header("cache-control", hour)
      .send(`${head}<sitemapindex xmlns="${schema}">\n${list}\n</sitemapindex>\n`);
  });

  app.get<{ Params: { section: string; page: string } }>(
    "/sitemaps/:section-:page.xml",
    async (request, reply) => {
      const page = /^\d{1,6}$/.test(request.params.page) ? Number(request.params.page) : undefined;
      if (page === undefined) throw notFound();
      const entries = await entriesOf(context, sections, request.params.section, page);
      const list = entries.map(({ path, changedAt }) => {
        const changed = changedAt === "" ? "" : `<lastmod>${escapeXml(changedAt)}</lastmod>`;
        return `<url><loc>${escapeXml(encodeURI(publicUrl + path))}</loc>${changed}</url>`;
      });
      return reply
        .type("application/xml; charset=utf-8")
        .header("cache-control", revalidated)
        .send(`${head}<urlset xmlns="${schema}">\n${list.join("\n")}\n</urlset>\n`);
    },
  );
}

async function entriesOf(
  context: Context,
  sections: readonly SitemapSection[],
  name: string,
  page: number,
): Promise<{ path: string; changedAt: string }[]> {
  if (name === "site" && page === 0) {
    return ["/", "/wraps", "/charts", "/experiences", "/terms", "/privacy"].map((path) => ({
      path,
      changedAt: "",
    }));
  }
  const section = sections.find((section) => section.name === name);
  if (section === undefined) throw notFound();
  return section.entries(context, page * idsInPage, (page + 1) * idsInPage);
}
