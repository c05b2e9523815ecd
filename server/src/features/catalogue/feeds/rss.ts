import { emptyXmlElement, xmlElement } from "../../../platform/http/xml.ts";
import { entryAudio, entryId, entryLink, type Feed, type FeedEntry, feedUpdatedAt } from "./feed.ts";

/** Builds an RSS 2.0 document (https://www.rssboard.org/rss-specification). */
export function buildRss(feed: Feed): string {
  const { title, language, page, address, entries } = feed;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    "<channel>",
    xmlElement("title", title),
    xmlElement("link", page),
    xmlElement("description", title),
    xmlElement("language", language),
    xmlElement("lastBuildDate", feedUpdatedAt(feed).toUTCString()),
    emptyXmlElement("atom:link", { rel: "self", type: "application/rss+xml", href: address }),
    ...entries.map((entry) => buildItem(entry, feed)),
    "</channel>",
    "</rss>",
    "",
  ].join("\n");
}

function buildItem(entry: FeedEntry, feed: Feed): string {
  const { name, artist, metadata, created_at } = entry.song;
  const audio = entryAudio(entry, feed);
  return [
    "<item>",
    xmlElement("title", name),
    xmlElement("link", entryLink(entry, feed)),
    xmlElement("guid", entryId(entry, feed), { isPermaLink: "false" }),
    xmlElement("pubDate", new Date(created_at).toUTCString()),
    xmlElement("dc:creator", artist),
    metadata.description === "" ? "" : xmlElement("description", escapeMarkup(metadata.description)),
    audio === undefined ? "" : emptyXmlElement("enclosure", audio),
    "</item>",
  ].join("");
}

/** Escapes a plain text for a description, which readers take for HTML. */
function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
