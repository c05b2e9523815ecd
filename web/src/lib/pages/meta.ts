import { defaultLanguage } from "@wrapsody/shared/api/language.ts";
import type { MetaDescriptor } from "react-router";
import { textIn } from "../language/language.ts";

/** Root loader data that `meta` reads as `matches[0].loaderData`. */
type SiteData = { publicUrl: string; language: string; name: string };

type PageMeta = {
  /** Title of the page; the site's tagline is appended. */
  title: string;
  description: string;
  /** Path from the root of the site, with the query only if it identifies another page. */
  path: string;
  /** Picture of a shared link, 1200 by 630, as a path: `/cards/wrap/12.png`. */
  image?: string;
  /** Structured data (schema.org). */
  jsonLd?: object;
  /** Open Graph type. */
  type?: "website" | "music.song" | "music.album" | "music.playlist" | "profile" | "article";
  /** A page that has feeds, at `feed.xml` and `feed.atom` below its path: this one, or that of the artist. */
  feed?: { title: string; path: string };
  publicUrl: string;
  language?: string;
};

/** Pages that other sites can embed; not the pages below an experience. */
const embeddedPath = /^\/(wrap|album|artist|playlist|experiences)\/[^/]+(\/countdown)?$/;

/** Returns the document title. */
export function pageTitle(title: string, language: string = defaultLanguage): string {
  return `${title} / ${textIn(language)("shell.tagline")}`;
}

/** Builds title, description, canonical URL, social cards, oEmbed (for what has an embeddable player) and structured data of a page. */
export function pageMeta(page: PageMeta): MetaDescriptor[] {
  const { description, publicUrl, language = defaultLanguage } = page;
  const title = pageTitle(page.title, language);
  const address = `${publicUrl}${page.path}`;
  const tags: MetaDescriptor[] = [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: address },
    { property: "og:site_name", content: textIn(language)("home.heading") },
    { property: "og:type", content: page.type ?? "website" },
    { property: "og:title", content: page.title },
    { property: "og:description", content: description },
    { property: "og:url", content: address },
    { property: "og:locale", content: language === "es" ? "es_ES" : "en_US" },
    { name: "twitter:card", content: page.image === undefined ? "summary" : "summary_large_image" },
    { name: "twitter:title", content: page.title },
    { name: "twitter:description", content: description },
  ];
  if (page.image !== undefined) tags.push(...imageTags(`${publicUrl}${page.image}`, page.title));
  if (embeddedPath.test(page.path)) tags.push(oembedLink(publicUrl, address, page.title));
  if (page.feed !== undefined) tags.push(...feedLinks(page.feed, publicUrl));
  if (page.jsonLd !== undefined) tags.push({ "script:ld+json": page.jsonLd as Record<string, string> });
  return tags;
}

/** Builds the meta of a page without a canonical URL, such as one behind a login. */
export function titleOnly(title: string, language?: string): MetaDescriptor[] {
  return [{ title: pageTitle(title, language) }, { name: "robots", content: "noindex" }];
}

/** Reads the root loader data from the matches of `meta`. Empty if the root loader failed. */
export function siteOf(matches: readonly ({ loaderData?: unknown } | undefined)[]): SiteData {
  const site = matches[0]?.loaderData as Partial<SiteData> | undefined;
  const { publicUrl = "", language = defaultLanguage, name = "" } = site ?? {};
  return { publicUrl, language, name };
}

function imageTags(image: string, alt: string): MetaDescriptor[] {
  return [
    { property: "og:image", content: image },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: alt },
    { name: "twitter:image", content: image },
    { name: "twitter:image:alt", content: alt },
  ];
}

function feedLinks({ title, path }: { title: string; path: string }, publicUrl: string): MetaDescriptor[] {
  return (["xml", "atom"] as const).map((format) => ({
    tagName: "link",
    rel: "alternate",
    type: format === "xml" ? "application/rss+xml" : "application/atom+xml",
    href: `${publicUrl}${path.replace(/\/$/, "")}/feed.${format}`,
    title,
  }));
}

function oembedLink(publicUrl: string, address: string, title: string): MetaDescriptor {
  return {
    tagName: "link",
    rel: "alternate",
    type: "application/json+oembed",
    href: `${publicUrl}/oembed?url=${encodeURIComponent(address)}&format=json`,
    title,
  };
}
