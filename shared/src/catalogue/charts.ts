import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { listOf } from "../api/page.ts";
import { song } from "./catalogue.ts";

export const getChart = endpoint({
  method: "GET",
  path: "chart",
  access: "public",
  tag: "catalogue",
  summary:
    "The most heard public songs of the last 28 days, at most 200, updated every hour. A listener counts once a day for a song.",
  list: { filters: {}, sortKeys: [] },
  answer: listOf(song),
});

export const getRelatedSongs = endpoint({
  method: "GET",
  path: "song/:id/related",
  access: "public",
  tag: "catalogue",
  summary:
    "Public songs with audio that have tags or listeners in common with a public song, most of them first. A song with neither " +
    "has none.",
  params: z.object({ id: z.string() }),
  query: z.object({ limit: z.coerce.number().int().min(1).max(20).default(6) }),
  answer: listOf(song),
});
