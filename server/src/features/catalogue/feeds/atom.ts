import { emptyXmlElement, xmlElement } from "../../../platform/http/xml.ts";
import { entryAudio, entryId, entryLink, type Feed, type FeedEntry, feedUpdatedAt } from "./feed.ts";

/** Builds an Atom document (RFC 4287). */
export function buildAtom(feed: Feed): string {
  const { title, site, language, page, address, entries } = feed;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    xmlElement("title", title),
    xmlElement("id", page),
    xmlElement("updated", feedUpdatedAt(feed).toISOString()),
    `<author>${xmlElement("name", site)}</author>`,
    emptyXmlElement("link", { rel: "alternate", type: "text/html", href: page }),
    emptyXmlElement("link", { rel: "self", type: "application/atom+xml", href: address }),
    ...entries.map((entry) => buildEntry(entry, feed)),
    "</feed>",
    "",
  ].join("\n");
}

function buildEntry(entry: FeedEntry, feed: Feed): string {
  const { name, artist, metadata, created_at } = entry.song;
  const audio = entryAudio(entry, feed);
  return [
    "<entry>",
    xmlElement("title", name),
    xmlElement("id", entryId(entry, feed)),
    xmlElement("published", new Date(created_at).toISOString()),
    xmlElement("updated", new Date(entry.updatedAt).toISOString()),
    `<author>${xmlElement("name", artist)}</author>`,
    emptyXmlElement("link", { rel: "alternate", type: "text/html", href: entryLink(entry, feed) }),
    metadata.description === "" ? "" : xmlElement("summary", metadata.description),
    audio === undefined
      ? ""
      : emptyXmlElement("link", {
          rel: "enclosure",
          href: audio.url,
          type: audio.type,
          length: audio.length,
        }),
    "</entry>",
  ].join("");
}
