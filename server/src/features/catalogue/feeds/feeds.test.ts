import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { parseAtomFeed, parseRssFeed } from "feedsmith";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { createPageCache } from "../../../platform/pages/page-cache.ts";
import { listenForLocalChanges } from "../../../platform/pages/page-invalidation.ts";
import { createServer } from "../../../server.ts";
import { largeTestDatabase, type TestDatabase } from "../../../testing/database/database.ts";
import { explainQueries } from "../../../testing/database/query-plans.ts";
import { bearer } from "../../../testing/fixtures/people.ts";
import { openStudio, type Studio } from "../../../testing/fixtures/studio.ts";
import { findTag } from "../tags/tags.data.ts";
import { listSongsWithTag } from "./feeds.data.ts";

const pages = createPageCache(8 << 20);
let studio: Studio;
let app: FastifyInstance;
let publicUrl: string;
let stopListening: () => void;

beforeAll(async () => {
  studio = await openStudio();
  publicUrl = studio.context.publicUrl;
  app = await createServer(studio.context, { site: true, pages });
  stopListening = listenForLocalChanges(studio.context.db, (entities) => pages.invalidate(entities));
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  stopListening();
  await app.close();
  await studio.close();
});
beforeEach(() => studio.context.clock.move(30));

/** Over a socket, because cached feeds bypass the routes. */
async function get(path: string, headers: Record<string, string> = {}) {
  const { port } = app.server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

const readRss = async (path: string) => parseRssFeed((await get(path)).body);
const readAtom = async (path: string) => parseAtomFeed((await get(path)).body);

/** Lists a wrap of a new artist. */
async function addWrap(name: string, { artist = "Aud", tags = [] as string[], description = "" } = {}) {
  const publisher = await studio.addPublisher({ name: artist });
  const song = await studio.createDraft(publisher, {
    name,
    description,
    tags: tags.map((tag) => ({ tag })),
  });
  await studio.setAudio(song, `aa/${song}.mp3`);
  await studio.call("POST", `song/${song}/listing`, bearer(publisher.token));
  const { json } = await studio.call("GET", `song/${song}`);
  return { publisher, song, ...json.body.song } as {
    publisher: typeof publisher;
    song: number;
    pretty_id: string;
    artist_clean_id: string;
    audio_uri: string;
    created_at: string;
  };
}

describe("a feed", () => {
  it("of the site has the newest wraps with their recordings, as RSS and as Atom", async () => {
    const older = await addWrap("Harbour Light");
    studio.context.clock.move(60);
    const newer = await addWrap("Night Ferry", { description: "Sung <live> & loud" });
    const rss = await readRss("/feed.xml");
    expect(rss).toMatchObject({ link: `${publicUrl}/`, language: "en" });
    expect(rss.items?.slice(0, 2).map(({ title }) => title)).toEqual(["Night Ferry", "Harbour Light"]);
    expect(rss.items?.[0]).toMatchObject({
      link: `${publicUrl}/wrap/${newer.pretty_id}`,
      guid: { value: `${publicUrl}/wrap/${newer.song}`, isPermaLink: false },
      pubDate: new Date(newer.created_at).toUTCString(),
      description: "Sung &lt;live> &amp; loud",
      enclosures: [{ url: publicUrl + newer.audio_uri, type: "audio/mpeg", length: 1000 }],
    });
    const atom = await readAtom("/feed.atom");
    expect(atom.entries?.map(({ id }) => id).slice(0, 2)).toEqual([
      `${publicUrl}/wrap/${newer.song}`,
      `${publicUrl}/wrap/${older.song}`,
    ]);
    expect(atom.entries?.[0]).toMatchObject({
      title: { value: "Night Ferry" },
      summary: { value: "Sung <live> & loud" },
      authors: [{ name: "Aud" }],
      links: expect.arrayContaining([
        { rel: "enclosure", href: publicUrl + newer.audio_uri, type: "audio/mpeg", length: 1000 },
      ]),
    });
    expect(atom.links).toContainEqual(
      expect.objectContaining({ rel: "self", href: `${publicUrl}/feed.atom` }),
    );
  });

  it("of an artist has their wraps only, and of a tag those with any spelling of it", async () => {
    await sql`delete from song where name in ('Sluice', 'Weir')`.execute(studio.context.db);
    const { artist_clean_id, song } = await addWrap("Sluice", {
      artist: "Ilse Maar",
      tags: ["Café-del Mar"],
    });
    await addWrap("Weir", { artist: "Other", tags: ["cafe del  mar"] });
    const artist = await readRss(`/artist/${artist_clean_id}/feed.xml`);
    expect(artist).toMatchObject({
      title: expect.stringContaining("Ilse Maar"),
      link: `${publicUrl}/artist/${artist_clean_id}`,
    });
    expect(artist.items?.map(({ title }) => title)).toEqual(["Sluice"]);
    expect((await readAtom(`/artist/${artist_clean_id}/feed.atom`)).entries?.[0]?.id).toBe(
      `${publicUrl}/wrap/${song}`,
    );
    for (const spelling of ["cafe-del-mar", "CAFÉ del MAR", "caf%C3%A9%20del-mar"]) {
      const tag = await readRss(`/tag/${encodeURI(decodeURI(spelling))}/feed.xml`);
      expect(tag.link).toBe(`${publicUrl}/tag/cafe-del-mar`);
      expect(tag.items?.map(({ title }) => title).toSorted()).toEqual(["Sluice", "Weir"]);
    }
    expect((await readAtom("/tag/cafe-del-mar/feed.atom")).entries).toHaveLength(2);
  });

  it("is valid XML for any title", async () => {
    const title = 'A]]>&<b>"\u{1f30a} end';
    const { song, artist_clean_id } = await addWrap(title, { artist: "Ødd & <Sons>", description: title });
    // Titles of before control characters were refused have some.
    await sql`update song set name = 'A]]>&<b>"' || chr(1) || substr(name, 10) where id = ${song}`.execute(
      studio.context.db,
    );
    const [rss, atom] = [
      await readRss(`/artist/${artist_clean_id}/feed.xml`),
      await readAtom(`/artist/${artist_clean_id}/feed.atom`),
    ];
    const name = rss.items?.[0]?.title ?? "";
    expect(name).toBe(title);
    expect(atom.entries?.[0]?.title?.value).toBe(name);
    expect(rss.title).toContain("Ødd & <Sons>");
  });

  it("is sent again only after a change, which it shows at once", async () => {
    const { publisher, song, artist_clean_id } = await addWrap("Before");
    const path = `/artist/${artist_clean_id}/feed.xml`;
    const first = await get(path);
    expect(first.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
    const headers = { "if-none-match": first.headers.get("etag") ?? "" };
    expect((await get(path, headers)).status).toBe(304);
    studio.context.clock.move(60);
    expect((await get(path, headers)).status).toBe(304);
    await studio.call("DELETE", `song/${song}/listing`, bearer(publisher.token));
    const hidden = await get(path, headers);
    expect([hidden.status, parseRssFeed(hidden.body).items ?? []]).toEqual([200, []]);
  });

  it("does not exist for unknown artists and tags, and is empty for an artist without public wraps", async () => {
    for (const path of [
      "/artist/nobody-at-all/feed.xml",
      "/tag/nothing/feed.atom",
      "/tag/%20/feed.xml",
      "/artist/%00/feed.xml",
    ])
      expect((await get(path)).status, path).toBe(404);
    const { artist } = await studio.addPublisher({ name: "Quiet" });
    expect((await readAtom(`/artist/${artist}/feed.atom`)).entries ?? []).toEqual([]);
  });

  it("is named by the pages that show the same", async () => {
    const { artist_clean_id, pretty_id } = await addWrap("Linked");
    const artistFeed = `${publicUrl}/artist/${artist_clean_id}/feed.atom`;
    for (const [page, feed] of [
      ["/", `${publicUrl}/feed.xml`],
      ["/wraps", `${publicUrl}/feed.xml`],
      [`/artist/${artist_clean_id}`, artistFeed],
      [`/wrap/${pretty_id}`, artistFeed],
    ] as const)
      expect((await get(page)).body).toMatch(new RegExp(`<link rel="alternate"[^>]*href="${feed}"`));
  });
});

describe("with many wraps", () => {
  let large: TestDatabase;
  beforeAll(async () => {
    large = await largeTestDatabase();
    const { db } = large.context;
    await sql`insert into song_tag (song_id, position, tag) select id, 0, 'Common' from song`.execute(db);
    await sql`vacuum analyze song, song_tag`.execute(db);
  });
  afterAll(() => large.close());

  it("the feed of a tag reads no table of songs in full", async () => {
    const plans = await explainQueries(large.url, async (db) => {
      const tag = await findTag(db, "COMMON");
      if (tag === undefined) throw new Error("the tag was not found");
      expect(await listSongsWithTag(db, tag.key, 50)).toHaveLength(50);
    });
    expect(plans.scanned.filter((table) => table !== "artist" && table !== "image")).toEqual([]);
    expect(plans.indexes).toContain("song_tag_named");
  });
});
