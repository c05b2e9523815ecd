import type { FastifyInstance } from "fastify";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Database, sql } from "../platform/database/database.ts";
import {
  type Listener,
  listenForInvalidations,
  type PageChange,
} from "../platform/pages/invalidation-listener.ts";
import { createPageCache } from "../platform/pages/page-cache.ts";
import {
  invalidateAllPages,
  invalidatePages,
  invalidateSiteSettings,
  type PageEntity,
} from "../platform/pages/page-invalidation.ts";
import { createServer } from "../server.ts";
import { grid, type MintingApi, openMintingApi, wallets } from "../testing/chain/minting.ts";
import { type TestDatabase, testDatabase } from "../testing/database/database.ts";
import type { Publisher } from "../testing/fixtures/campaigns.ts";
import { bearer } from "../testing/fixtures/people.ts";
import { addSong } from "../testing/fixtures/songs.ts";
import { multipart } from "../testing/http/multipart.ts";
import { controlTimeouts, type TimeoutControl } from "../testing/timeouts.ts";

/** Both experiences are of the first song; the second song has another artist. */
type Catalogue = { publisher: Publisher; other: Publisher; songs: number[]; drops: number[] };

describe("a kept page", () => {
  const pages = createPageCache(8 << 20);
  let api: MintingApi;
  let app: FastifyInstance;
  let listener: Listener;
  let catalogue: Catalogue;
  /** Every kind of page that readers see without a session, by the name that the tests use. */
  let paths: Record<string, string>;

  beforeAll(async () => {
    api = await openMintingApi();
    const { context } = api;
    app = await createServer(context, { site: true, pages });
    listener = listenForInvalidations({
      url: "postgres://127.0.0.1:1/none",
      log: context.log,
      db: context.db,
      changed: ({ entities }) => pages.invalidate(entities),
    });
    const [publisher, other] = [await api.addPublisher(), await api.addPublisher({ name: "Aud" })];
    const songs = [await api.addPublicWrap(publisher), await api.addPublicWrap(other)];
    const [song = 0] = songs;
    await api.call("PATCH", `song/${songs[1]}`, {
      ...bearer(other.token),
      payload: { albums: [{ name: "Kept Album", trackNumber: 1 }] },
    });
    const drops = [
      await api.addActiveCampaign(publisher, song, { name: "Tide" }, grid(2, 2)),
      await api.addActiveCampaign(publisher, song, { name: "Ebb" }, grid(1, 1)),
    ];
    catalogue = { publisher, other, songs, drops };
    // Every page shows the latest eight songs.
    for (let count = 0; count < 8; count += 1)
      await addSong(context.db, { artist: "Others", createdAt: new Date("2100-01-01") });
    paths = {
      home: "/",
      wraps: "/wraps",
      "wraps by name": "/wraps?q=meridian",
      experiences: "/experiences",
      song: `/wrap/${songs[0]}`,
      "other song": `/wrap/${songs[1]}`,
      embed: `/embed/wrap/${songs[1]}`,
      album: "/album/kept-album",
      "embedded album": "/embed/album/kept-album",
      artist: `/artist/${publisher.artist}`,
      "other artist": `/artist/${other.artist}`,
      "embedded artist": `/embed/artist/${other.artist}`,
      experience: `/experiences/${drops[0]}`,
      "embedded experience": `/embed/experiences/${drops[0]}`,
      artworks: `/experiences/${drops[0]}/nft`,
      "other experience": `/experiences/${drops[1]}`,
      "other artworks": `/experiences/${drops[1]}/nft`,
      terms: "/terms",
      login: "/login",
    };
  });
  afterAll(async () => {
    await listener.close();
    await app.close();
    await api.close();
  });

  const isKept = (path: string) => pages.get(`en ${path}`, api.context.clock.now().getTime()) !== undefined;

  /** Keeps pages, makes a change, and returns the names of those pages that are invalid then. */
  async function findInvalid(change: () => Promise<unknown>, names = Object.keys(paths)): Promise<string[]> {
    const kept = names.map((name) => [name, paths[name] ?? ""] as const);
    for (const [name, path] of kept) {
      const { statusCode } = await app.inject({ url: path, headers: { "accept-language": "en" } });
      expect([name, statusCode, isKept(path)]).toEqual([name, 200, true]);
    }
    await change();
    return kept.filter(([, path]) => !isKept(path)).map(([name]) => name);
  }

  /** The pages that show the second song: with its own, those of its album and its artist. */
  const otherPages = ["other song", "embed", "album", "embedded album", "other artist", "embedded artist"];
  const withOtherSong = ["wraps", ...otherPages];

  const authorized = ({ token }: Publisher) => bearer(token).headers;

  it("is dropped when the site settings or anything at all changed", async () => {
    const some = ["home", "artist", "terms", "login"];
    expect(await findInvalid(() => invalidateSiteSettings(api.context.db), some)).toEqual(some);
    expect(await findInvalid(() => invalidateAllPages(api.context.db), some)).toEqual(some);
  });

  it("stays when something changes that it does not show", async () => {
    expect(await findInvalid(() => invalidatePages(api.context.db, ["song:9999", "artist:9999"]))).toEqual(
      [],
    );
  });

  it("is dropped by a drawn, rendered or minted artwork if it shows the number or artworks of its experience", async () => {
    const { publisher, drops } = catalogue;
    const [campaignId = 0] = drops;
    delete paths.artwork;
    const draw = async () => {
      const [wallet = ""] = wallets(1, 71_000);
      const { status, json } = await api.mintToWallets(publisher, campaignId, { wallets: [wallet] });
      expect(status).toBe(200);
      await api.runJob("fill-batch", { batchId: json.body.id });
    };
    expect(await findInvalid(draw)).toEqual([
      ...["home", "experiences", "song", "artist", "experience", "embedded experience", "artworks"],
    ]);
    const participantId = (await api.listParticipants(campaignId)).length;
    const participant = { campaignId, participantId };
    paths.artwork = `/experiences/${campaignId}/participant/${participantId}`;
    const shown = ["experience", "artworks", "artwork"];
    expect(await findInvalid(() => api.runJob("render-artwork", participant))).toEqual(shown);
    const outcome = { ok: true, hash: `0x${String(participantId).repeat(64)}` };
    expect(await findInvalid(() => api.runJob("participant-minted", { ...participant, outcome }))).toEqual(
      shown,
    );
    const { body } = await app.inject(paths.experience ?? "");
    expect(body).toContain(`Tide No. ${participantId}`);
  });

  it("is dropped by a new description of a song if it shows the song", async () => {
    const { publisher, songs } = catalogue;
    const payload = { description: "Of the sea" };
    const describeSong = () =>
      api.call("PATCH", `song/${songs[0]}`, { headers: authorized(publisher), payload });
    expect(await findInvalid(describeSong)).toEqual([
      ...["home", "wraps", "wraps by name", "experiences", "song", "artist"],
      ...["experience", "embedded experience", "artworks", "other experience", "other artworks", "artwork"],
    ]);
  });

  it("is dropped by a new name of a song if it shows the song, or a list that depends on names", async () => {
    const { other, songs } = catalogue;
    const payload = { name: "Kvadrat" };
    const rename = () => api.call("PATCH", `song/${songs[1]}`, { headers: authorized(other), payload });
    expect(await findInvalid(rename)).toEqual(["wraps", "wraps by name", ...otherPages]);
    const { body } = await app.inject("/wraps?q=kvadrat");
    expect(body).toContain("Kvadrat");
  });

  it("is dropped by a new name of an artist if it shows the artist or a song of theirs", async () => {
    const { other } = catalogue;
    const form = multipart({ name: "Aud Halden" }, authorized(other));
    const rename = () => api.call("PATCH", `artist/${other.artist}`, form);
    expect(await findInvalid(rename)).toEqual(withOtherSong);
    expect((await app.inject(paths["other artist"] ?? "")).body).toContain("Aud Halden");
  });

  it("is dropped by a change of an album if it shows the album or its artist", async () => {
    const { other } = catalogue;
    const form = multipart({ data: JSON.stringify({ type: "EP" }) }, authorized(other));
    const change = () => api.call("PATCH", "album/kept-album", form);
    expect(await findInvalid(change)).toEqual(withOtherSong);
    expect((await app.inject("/album/kept-album")).body).toContain("EPRelease");
  });

  it("is dropped by a reward level if it shows the song", async () => {
    const { other, songs } = catalogue;
    const payload = { name: "Door", description: "For two", reward_points_earned: 10, reward_type: "TICKET" };
    const add = async () => {
      const level = await api.call("POST", `song/${songs[1]}/reward`, {
        headers: authorized(other),
        payload,
      });
      expect(level.json).toMatchObject({ success: true });
    };
    expect(await findInvalid(add)).toEqual(withOtherSong);
  });

  it("is dropped by a new name of an experience if it shows the experience or a list of experiences", async () => {
    const { publisher, drops } = catalogue;
    const rename = () => api.patchCampaign(publisher, drops[1] ?? 0, { name: "Neap" });
    expect(await findInvalid(rename)).toEqual([
      ...["home", "experiences", "song", "other song", "artist", "other artist"],
      ...["other experience", "other artworks"],
    ]);
    expect((await app.inject("/experiences")).body).toContain("Neap");
  });

  it("is dropped by every new or withdrawn song, because all pages show the latest", async () => {
    const { other, songs } = catalogue;
    await sql`update song set status = 'ACTIVE' where id = ${songs[1]}`.execute(api.context.db);
    const withdraw = () => api.call("DELETE", `song/${songs[1]}/listing`, { headers: authorized(other) });
    expect(await findInvalid(withdraw)).toEqual(Object.keys(paths));
    expect((await app.inject(paths["other song"] ?? "")).statusCode).toBe(404);
    const { body } = await app.inject("/api/v1/songs?limit=100");
    expect(body).not.toContain("Kvadrat");
  });

  it("learns what it shows without showing more of it in the API", async () => {
    const { drops } = catalogue;
    for (const path of [`drop/${drops[0]}/metadata`, `dapp/${drops[0]}/components`]) {
      const { body } = (await api.call("GET", path)).json;
      expect(body).not.toHaveProperty("campaign");
    }
  });
});

describe("a change of public data", () => {
  let database: TestDatabase;
  let db: Database;
  let listener: Listener;
  let changes: PageChange[];
  let settingsReads: number;
  let timeouts: TimeoutControl;
  beforeAll(async () => {
    database = await testDatabase();
    db = database.context.db;
    timeouts = controlTimeouts();
  });
  afterAll(async () => {
    timeouts.restore();
    await database.close();
  });
  beforeEach(async () => {
    changes = [];
    settingsReads = 0;
    listener = listenForInvalidations({
      url: database.url,
      log: database.context.log,
      changed: (change) => changes.push(change),
      settingsChanged: () => {
        settingsReads += 1;
      },
    });
    await expect.poll(() => changes).toEqual([{ entities: undefined, position: undefined }]);
    changes = [];
  });
  afterEach(() => listener.close());

  /** Waits without the listener's pauses before a check and a new connection, but for its limits and those of the pool. */
  const waitUntil = (isReached: PromiseLike<void>) =>
    timeouts.expireDuring(isReached, (ms) => ms >= 500 && ms <= 1_000);

  const listEntities = () => changes.map(({ entities }) => entities);
  const position = expect.any(BigInt);

  async function countRows(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) from page_change`.execute(db);
    return rows[0]?.count ?? -1;
  }

  it("reaches other nodes with its entities and a position when the transaction commits, and only then", async () => {
    const undone = db.transaction().execute(async (tx) => {
      await invalidatePages(tx, ["song:1"]);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    const before = await readPosition();
    await db.transaction().execute(async (tx) => {
      await invalidatePages(tx, ["song:2", "list:songs"]);
      await invalidatePages(tx, ["artist:3", "song:2"]);
      expect(changes).toEqual([]);
    });
    const entities = ["artist:3", "list:songs", "song:2"];
    await expect.poll(() => changes).toEqual([{ entities, position }]);
    expect(changes[0]?.position).toBeGreaterThan(before);
    expect(await countRows()).toBe(0);
  });

  async function readPosition(): Promise<bigint> {
    const { rows } = await sql<{ bytes: string }>`
      select (pg_current_wal_lsn() - '0/0')::text as bytes`.execute(db);
    return BigInt(rows[0]?.bytes ?? 0);
  }

  it("shares notifications with hundreds of others of the same time", { retry: 0 }, async () => {
    const start = performance.now();
    const entities = Array.from({ length: 300 }, (_, id): PageEntity => `song:${id}`);
    await Promise.all(
      entities.map((entity) => db.transaction().execute((tx) => invalidatePages(tx, [entity]))),
    );
    const isKnown = () => changes.some((change) => change.entities === undefined);
    await expect
      .poll(async () => (await countRows()) === 0 && (isKnown() || new Set(listEntities().flat()).size))
      .toSatisfy((seen) => seen === true || seen === entities.length);
    // One at once, then at most one every 100 ms, and one a second for what a node found waiting.
    expect(changes.length).toBeLessThanOrEqual(2 + (performance.now() - start) / 90);
  });

  it("names no entities if they would be too many for one notification", async () => {
    const entities = Array.from({ length: 201 }, (_, id): PageEntity => `song:${id}`);
    await invalidatePages(db, entities);
    await expect.poll(() => changes).toEqual([{ entities: undefined, position }]);
    const long = Array.from({ length: 100 }, (_, id): PageEntity => `song:${"1".repeat(80)}${id}`);
    await invalidatePages(db, long);
    await expect.poll(() => changes.length).toBe(2);
    expect(changes[1]).toEqual({ entities: undefined, position });
  });

  it("reaches nodes although its process died before it notified them", async () => {
    await sql`
      insert into page_change (entity, changed_at)
      select entity, now() - interval '2 seconds' from unnest(array['song:7', 'song:8']) entity`.execute(db);
    await waitUntil(expect.poll(() => listEntities().flat()).toEqual(["song:7", "song:8"]));
    expect(await countRows()).toBe(0);
  });

  it("reaches a node that lost its connection meanwhile, which assumes that anything changed", async () => {
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'wrapsody-pages' and datname = current_database()`.execute(db);
    expect(rows).not.toEqual([]);
    await invalidatePages(db, ["song:9"]);
    await waitUntil(expect.poll(listEntities).toContain(undefined));
    await invalidatePages(db, ["song:10"]);
    await expect.poll(() => listEntities().flat()).toContain("song:10");
  });

  it("is understood by nodes of the version before, and theirs are understood", async () => {
    const old = new pg.Client({ connectionString: database.url });
    await old.connect();
    const payloads: (string | undefined)[] = [];
    old.on("notification", ({ payload }) => payloads.push(payload));
    await old.query("listen pages_changed");
    await invalidatePages(db, ["song:11"]);
    await expect.poll(() => payloads).toEqual([expect.stringContaining("song:11")]);
    await expect.poll(listEntities).toEqual([["song:11"]]);
    const readsBefore = settingsReads;
    await invalidateSiteSettings(db);
    await expect.poll(() => payloads[1]).toBe("settings");
    await expect.poll(() => settingsReads).toBe(readsBefore + 1);
    await old.query("select pg_notify('pages_changed', '')");
    await old.query("select pg_notify('pages_changed', 'settings')");
    await expect.poll(listEntities).toEqual([["song:11"], undefined, undefined, undefined]);
    expect(settingsReads).toBe(readsBefore + 2);
    await old.end();
  });
});
