import { defaultLanguage } from "@wrapsody/shared/language.ts";
import type { MetaDescriptor } from "react-router";
import { textIn } from "../language/language.ts";

/** Root loader data that `meta` reads as `matches[0].loaderData`. */
type SiteData = { publicUrl: string; language: string };

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
  type?: "website" | "music.song" | "profile" | "article";
  publicUrl: string;
  language?: string;
};

/** Returns the document title. */
export function pageTitle(title: string, language: string = defaultLanguage): string {
  return `${title} / ${textIn(language)("shell.tagline")}`;
}

/** Builds title, description, canonical URL, social cards, oEmbed (for wraps) and structured data of a page. */
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
  if (page.path.startsWith("/wrap/")) tags.push(oembedLink(publicUrl, address, page.title));
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
  return { publicUrl: site?.publicUrl ?? "", language: site?.language ?? defaultLanguage };
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
