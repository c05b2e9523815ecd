import { defaultLanguage } from "@wrapsody/shared/language.ts";
import type { MetaDescriptor } from "react-router";
import { textIn } from "../language/language.ts";

/** What the root loader hands to every page, and to `meta` as `matches[0].loaderData`. */
type SiteData = { publicUrl: string; language: string };

type PageMeta = {
  /** Of the page alone; the site's tagline is added. */
  title: string;
  description: string;
  /** From the root of the site, with the query only where it makes another page. */
  path: string;
  /** The picture of a shared link, 1200 by 630, from the root of the site: `/cards/wrap/12.png`. */
  image?: string;
  /** Structured data of schema.org. */
  jsonLd?: object;
  /** Open Graph type. */
  type?: "website" | "music.song" | "profile" | "article";
  publicUrl: string;
  language?: string;
};

/** The title as it stands in the tab. */
export function pageTitle(title: string, language: string = defaultLanguage): string {
  return `${title} / ${textIn(language)("shell.tagline")}`;
}

/** Title, description, canonical address, cards for shared links, oEmbed (for wraps) and structured data of a page. */
export function pageMeta(page: PageMeta): MetaDescriptor[] {
  const { description, publicUrl, language = defaultLanguage } = page;
  const title = pageTitle(page.title, language);
  const address = `${publicUrl}${page.path}`;
  const tags: MetaDescriptor[] = [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: address },
    { property: "og:site_name", content: "Wrapsody" },
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
  if (page.path.startsWith("/wrap/")) tags.push(oembedLink(publicUrl, address, page.title));
  if (page.jsonLd !== undefined) tags.push({ "script:ld+json": page.jsonLd as Record<string, string> });
  return tags;
}

/** The meta of a page without addresses of its own, such as one behind a log-in. */
export function titleOnly(title: string, language?: string): MetaDescriptor[] {
  return [{ title: pageTitle(title, language) }, { name: "robots", content: "noindex" }];
}

/** What the root loader told, as `meta` finds it in its matches; nothing of it when the site itself failed. */
export function siteOf(matches: readonly ({ loaderData?: unknown } | undefined)[]): SiteData {
  const found = matches[0]?.loaderData as Partial<SiteData> | undefined;
  return { publicUrl: found?.publicUrl ?? "", language: found?.language ?? defaultLanguage };
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

function oembedLink(publicUrl: string, address: string, title: string): MetaDescriptor {
  return {
    tagName: "link",
    rel: "alternate",
    type: "application/json+oembed",
    href: `${publicUrl}/oembed?url=${encodeURIComponent(address)}&format=json`,
    title,
  };
}
