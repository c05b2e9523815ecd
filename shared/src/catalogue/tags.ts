import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { listOf } from "../api/page.ts";
import { song } from "./catalogue.ts";

const params = z.object({ tag: z.string().min(1).max(200) });

const tag = z.object({
  key: z.string(),
  /** The spelling of its first public song. */
  name: z.string(),
});

export const getTags = endpoint({
  method: "GET",
  path: "tags",
  access: "public",
  tag: "catalogue",
  summary: "The tags with the most public songs, at most 100, updated every hour.",
  query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(30) }),
  answer: listOf(tag.extend({ songs: z.number().int() })),
});

export const getTag = endpoint({
  method: "GET",
  path: "tag/:tag",
  access: "public",
  tag: "catalogue",
  summary: "A tag of public songs, whatever its case, accents and hyphens. `key` is the tag in addresses.",
  params,
  answer: tag,
});

export const getTagSongs = endpoint({
  method: "GET",
  path: "tag/:tag/songs",
  access: "public",
  tag: "catalogue",
  summary: "Public songs with a tag, newest first unless sorted by name. `total` counts up to 1000.",
  params,
  list: { filters: {}, sortKeys: ["created_at", "name"] },
  answer: listOf(song),
});
