import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sql } from "../platform/database/database.ts";
import { createLog } from "../platform/log.ts";
import { createPageCache, toCachedPage } from "../platform/pages/page-cache.ts";
import { siteLook } from "../platform/pages/site-look.ts";
import { createSiteSettings } from "../platform/site/site-settings.ts";
import { createServer } from "../server.ts";
import { type TestDatabase, testDatabase } from "../testing/database/database.ts";

const mebibyte = 1 << 20;
const pages = createPageCache(mebibyte);
let database: TestDatabase;
let app: FastifyInstance;

beforeAll(async () => {
  database = await testDatabase();
  app = await createServer(database.context, { site: true, pages });
  await app.listen({ host: "127.0.0.1", port: 0 });
});

afterAll(async () => {
  await app.close();
  await database.close();
});

beforeEach(() => {
  pages.invalidate();
  database.context.clock.move(30);
});

/** Over a socket, because cached pages bypass the routes. */
async function getPage(path: string, headers: Record<string, string> = {}, method = "GET") {
  const { port } = app.server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, redirect: "manual" });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

async function renderings(): Promise<number> {
  const { body } = await app.inject("/metrics");
  return Number(/wrapsody_pages_total\{from="rendered"\} (\d+)/.exec(body)?.[1] ?? 0);
}

describe("pages", () => {
  it("are rendered once for everyone, with a policy that holds the nonce of their scripts", async () => {
    const before = await renderings();
    const first = await getPage("/");
    const cached = await getPage("/?inc=fan&utm_source=mail", { "user-agent": "facebookexternalhit/1.1" });
    expect(cached.body).toBe(first.body);
    expect(await renderings()).toBe(before + 1);
    const nonce = /'nonce-([\w-]+)'/.exec(first.headers.get("content-security-policy") ?? "")?.[1];
    expect(nonce).toHaveLength(22);
    const scripts = [...first.body.matchAll(/<script(?! type="application\/ld\+json")[^>]*>/g)];
    expect(scripts.length).toBeGreaterThan(0);
    for (const [script] of scripts) expect(script).toContain(`nonce="${nonce}"`);
    expect(cached.headers.get("content-security-policy")).toBe(first.headers.get("content-security-policy"));
    expect(first.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("fetch their scripts after the first paint if they are complete without", async () => {
    const [home, library] = await Promise.all([getPage("/"), getPage("/my/library")]);
    for (const { body } of [home, library])
      expect(body).not.toMatch(/<(?:link|script)[^>]*(?:modulepreload|\.js")/);
    expect(home.body).toContain("requestAnimationFrame");
    expect(library.body).not.toContain("requestAnimationFrame");
  });

  it("are rendered once for concurrent requests", { retry: 0 }, async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => getPage("/terms")));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });

  it("use the requested language", async () => {
    const english = await getPage("/");
    const spanish = await getPage("/", { "accept-language": "es-MX,es;q=0.9" });
    expect(english.body).toContain('lang="en"');
    expect(spanish.body).toContain('<html lang="es"');
    expect((await getPage("/?lang=es")).body).toContain('<html lang="es"');
    expect((await getPage("/", { cookie: "a=b; language=es" })).body).toContain('<html lang="es"');
    expect(english.headers.get("vary")).toBe("accept-encoding, accept-language, cookie");
  });

  it("keep their ETag if a new rendering is the same, and answer 304 without a policy", async () => {
    const first = await getPage("/");
    database.context.clock.move(10);
    const etag = first.headers.get("etag") ?? "";
    const revalidated = await getPage("/", { "if-none-match": etag });
    expect([revalidated.status, revalidated.body, revalidated.headers.get("etag")]).toEqual([304, "", etag]);
    expect(revalidated.headers.get("content-security-policy")).toBeNull();
    expect(revalidated.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
    expect((await getPage("/")).body).toBe(first.body);
    database.context.clock.move(30);
    expect((await getPage("/")).headers.get("etag")).not.toBe(etag);
  });

  it("are compressed as the client accepts, and sent to HEAD without the body", async () => {
    const { port } = app.server.address() as AddressInfo;
    const plain = await getPage("/", { "accept-encoding": "identity" });
    const raw = async (accepted: string) => {
      const answer = await app.inject({ url: "/", headers: { "accept-encoding": accepted } });
      expect(answer.headers["content-encoding"]).toBe(accepted);
      return answer.rawPayload;
    };
    expect(brotliDecompressSync(await raw("br")).toString()).toBe(plain.body);
    expect(gunzipSync(await raw("gzip")).toString()).toBe(plain.body);
    const head = await fetch(`http://127.0.0.1:${port}/`, {
      method: "HEAD",
      headers: { "accept-encoding": "br" },
    });
    expect(await head.text()).toBe("");
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(500);
    expect(head.headers.get("content-encoding")).toBe("br");
  });

  it("can be framed by any site under /embed/, and elsewhere only by this one", async () => {
    for (const path of ["wrap/1", "album/1", "artist/1", "playlist/1", "experiences/1", "none/1"]) {
      const embedded = await getPage(`/embed/${path}`);
      expect([path, embedded.status]).toEqual([path, 404]);
      expect(embedded.headers.get("content-security-policy")).toContain("frame-ancestors *;");
      expect(embedded.headers.get("x-frame-options")).toBeNull();
    }
    const page = await getPage("/terms");
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'self';");
    expect(page.headers.get("x-frame-options")).toBe("SAMEORIGIN");
  });

  it("are rejected without an error if their address contains invalid characters", async () => {
    for (const path of ["/wrap/%00", "/artist/%00", "/experiences/%00", "/wraps?q=%00"]) {
      expect((await getPage(path)).status, path).toBeLessThan(500);
    }
  });

  it("send a secret in their address to no other page as the referrer", async () => {
    for (const path of [
      "/claim/someone/secret",
      "/resetPassword?code=secret&uid=someone",
      "/signup?invitation=secret",
      "/my/settings?invitation=secret",
      "/address/confirm?code=secret",
    ]) {
      const { status, headers } = await getPage(path);
      expect([path, status, headers.get("referrer-policy")]).toEqual([path, 200, "no-referrer"]);
    }
    // Apple requires the origin.
    const { headers } = await getPage("/login/oauth?token=secret&network=apple");
    expect(headers.get("referrer-policy")).toBe("strict-origin");
  });

  it("share one cached 404 page for any number of unknown addresses", async () => {
    const known = pages.stats().pages;
    const before = await renderings();
    const answers = [
      await getPage("/no/such/page"),
      await getPage("/another?x=1"),
      await getPage("//elsewhere.example/"),
    ];
    for (const { status, headers, body } of answers) {
      expect([status, headers.get("cache-control")]).toEqual([404, "no-store"]);
      expect(body).toBe(answers[0]?.body);
    }
    expect(await renderings()).toBe(before + 1);
    expect(pages.stats().pages).toBeLessThanOrEqual(known + 1);
  });

  it("never exceed their cache size", async () => {
    for (let index = 0; index < 40; index += 1) await getPage(`/terms?page=${index}`);
    expect(pages.stats().bytes).toBeLessThanOrEqual(mebibyte);
    expect(pages.stats().pages).toBeGreaterThan(3);
  });

  it("return their data for client-side navigation", async () => {
    const answer = await getPage("/_.data");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toContain("text/x-script");
    expect((await getPage("/no/such/page.data")).status).toBe(404);
  });

  it("reject other methods", async () => {
    const answer = await getPage("/terms", {}, "POST");
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  it("are served along with the site's static files", async () => {
    const icon = await getPage("/favicon.svg");
    expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    const script = /"(\/assets\/[^"]+\.js)"/.exec((await getPage("/")).body);
    const asset = await getPage(script?.[1] ?? "/none");
    expect(asset.status).toBe(200);
    expect(asset.headers.get("cache-control")).toContain("immutable");
    expect((await getPage("/assets/none.js")).status).toBe(404);
    // Pages that are not built with the site name its typefaces.
    const faces = [...siteLook.matchAll(/url\("([^"]+)"\)/g)].map(([, path = ""]) => path);
    expect(faces.length).toBeGreaterThan(2);
    for (const face of faces) {
      const { status, headers } = await getPage(face);
      expect([status, headers.get("content-type")], face).toEqual([200, "font/woff2"]);
    }
  });

  it("return 500 without internals while the database is down, and cache none of it", async () => {
    const lost = await testDatabase();
    const store = createPageCache(mebibyte);
    const server = await createServer(lost.context, { site: true, pages: store });
    await lost.close();
    const answer = await server.inject("/wraps");
    expect(answer.statusCode).toBe(500);
    expect(answer.headers["content-type"]).toContain("text/html");
    expect(answer.body).not.toMatch(/destroyed|ECONN|\.ts:|node_modules/);
    expect(store.stats().pages).toBe(0);
    await server.close();
  });

  it("log an error in one line of the log, and print nothing", async () => {
    const lost = await testDatabase();
    const log = createLog("silent");
    const [logged, printed] = [vi.spyOn(log, "error"), vi.spyOn(console, "error")];
    const context = { ...database.context, log, replica: lost.context.db };
    const server = await createServer(context, { site: true, pages: createPageCache(mebibyte) });
    await lost.close();
    expect((await server.inject("/wraps?q=salt")).statusCode).toBe(500);
    expect(logged.mock.calls).toEqual([
      [{ err: expect.any(Error), path: "/wraps", errors: expect.any(Number) }, "page rendered with errors"],
    ]);
    expect(printed.mock.calls).toEqual([]);
    printed.mockRestore();
    await server.close();
  });
});

describe("the site settings on pages", () => {
  const settings = {
    name: "Tide <Records>",
    "announcement.en": "Back **soon** <script>x</script>",
    "announcement.es": "Volvemos pronto",
    contact: "hello@tide.example",
    default_language: "es",
  };
  const applySettings = () => {
    database.context.site.invalidate();
    pages.invalidate();
  };
  beforeAll(async () => {
    for (const [key, value] of Object.entries(settings))
      await sql`
        insert into site_setting (key, value, revision, updated_at)
        values (${key}, ${JSON.stringify(value)}::jsonb, 1, now())`.execute(database.context.db);
    applySettings();
  });
  afterAll(async () => {
    await sql`delete from site_setting`.execute(database.context.db);
    applySettings();
  });

  it("name the site in titles, previews of links, the header and the manifest, escaped", async () => {
    const { body } = await getPage("/", { "accept-language": "en" });
    const name = "Tide &lt;Records&gt;";
    expect(body).toContain(`/ ${name}</title>`);
    expect(body).toContain(`<meta property="og:site_name" content="${name}"/>`);
    expect(body).toContain(`<span>${name}</span>`);
    expect(body).toContain(`data-site="${name}"`);
    expect(body).not.toMatch(/Wrapsody|Tide <Records>/);
    const manifest = await getPage("/site.webmanifest");
    expect(JSON.parse(manifest.body)).toMatchObject({ name: settings.name, short_name: settings.name });
    expect(manifest.headers.get("content-type")).toContain("application/manifest+json");
    expect(JSON.parse(manifest.body)).toMatchObject({ lang: "es", start_url: "/", display: "standalone" });
  });

  it("have icons of the sizes that the manifest declares, with a margin where platforms cut them", async () => {
    const { icons } = JSON.parse((await getPage("/site.webmanifest")).body);
    const pngs = icons.filter(({ type }: { type: string }) => type === "image/png");
    expect(pngs.map(({ purpose }: { purpose: string }) => purpose)).toEqual(["any", "any", "maskable"]);
    for (const { src, sizes } of [...pngs, { src: "/apple-touch-icon.png", sizes: "180x180" }]) {
      const { headers, rawPayload } = await app.inject(src);
      expect([src, headers["content-type"]]).toEqual([src, "image/png"]);
      expect(`${rawPayload.readUInt32BE(16)}x${rawPayload.readUInt32BE(20)}`).toBe(sizes);
      expect((await app.inject(src)).rawPayload.equals(rawPayload)).toBe(true);
    }
  });

  it("announce something in the language of the page, without HTML of the operator's", async () => {
    const english = await getPage("/", { "accept-language": "en" });
    expect(english.body).toContain("<span>Back <strong>soon</strong> &lt;script&gt;x&lt;/script&gt;</span>");
    expect((await getPage("/?lang=es")).body).toContain("<span>Volvemos pronto</span>");
  });

  it("choose the language of readers whose browser asks for no supported one", async () => {
    for (const headers of [{ "accept-language": "fr" }, { "accept-language": "" }])
      expect((await getPage("/wraps", headers)).body).toContain('<html lang="es"');
    expect((await getPage("/wraps", { "accept-language": "en" })).body).toContain('<html lang="en"');
  });

  it("have an imprint once the site names a contact", async () => {
    const page = await getPage("/imprint", { "accept-language": "en" });
    expect(page.status).toBe(200);
    expect(page.body).toContain('href="mailto:hello@tide.example"');
    expect((await getPage("/terms", { "accept-language": "en" })).body).toContain('href="/imprint"');
    const { db } = database.context;
    const { rows } = await sql<{ value: string }>`
      delete from site_setting where key = 'contact' returning value::text`.execute(db);
    applySettings();
    expect((await getPage("/imprint")).status).toBe(404);
    expect((await getPage("/terms", { "accept-language": "en" })).body).not.toContain('href="/imprint"');
    await sql`insert into site_setting (key, value, revision, updated_at)
      values ('contact', ${rows[0]?.value}::jsonb, 3, now())`.execute(db);
    applySettings();
  });

  it("reach a node that missed the notification", async () => {
    const { config, publicUrl, db } = database.context;
    const node = createSiteSettings({ config, publicUrl, db });
    expect((await node.read()).operator).toBe("");
    await sql`insert into site_setting (key, value, revision, updated_at) values ('operator', '"Ada"', 2, now())`.execute(
      db,
    );
    await expect.poll(async () => (await node.read()).operator).toBe("Ada");
    expect(node.latest().operator).toBe("Ada");
    await sql`delete from site_setting where key = 'operator'`.execute(db);
  });
});

describe("changed pages", () => {
  it.each(["gzip", "br"] as const)(
    "are compressed fast for the first reader, better for later ones (%s)",
    async (encoding) => {
      const body = await readFile(new URL(import.meta.url));
      const page = toCachedPage({ status: 200, headers: {}, body, content: "" }, 0);
      const first = page.encoded(encoding);
      page.encoded(encoding);
      await expect.poll(() => page.encoded(encoding).body.length).toBeLessThan(first.body.length);
      const decode = encoding === "gzip" ? gunzipSync : brotliDecompressSync;
      for (const form of [first, page.encoded(encoding)]) {
        expect(decode(form.body).equals(body)).toBe(true);
        expect(form.headers.slice(-4)).toEqual([
          ...["content-encoding", encoding],
          ...["content-length", String(form.body.length)],
        ]);
      }
      expect(page.encoded(undefined).body).toBe(body);
    },
  );

  it("are not cached if an entity that they show changed since their rendering started", () => {
    const store = createPageCache(mebibyte);
    const page = {
      status: 200,
      etag: "",
      content: "",
      renderedAt: 0,
      notModifiedHeaders: [],
      size: 10,
      encoded: () => ({ body: Buffer.alloc(0), headers: [] }),
    };
    const set = (shows: readonly string[] | undefined, generation: number) =>
      store.set("en /", page, { shows, freshUntil: 1_000, generation });
    const began = store.generation();
    store.invalidate(["song:1"]);
    for (const shows of [["song:1", "song:2"], undefined]) {
      set(shows, began);
      expect(store.get("en /", 0)).toBeUndefined();
    }
    set(["song:2"], began);
    expect(store.get("en /", 0)).toBe(page);
    expect(store.get("en /", 1_000)).toBeUndefined();
    store.invalidate(["song:3"]);
    expect(store.get("en /", 0)).toBe(page);
    store.invalidate(["song:2"]);
    expect(store.get("en /", 0)).toBeUndefined();
    set(["song:2"], store.generation());
    store.invalidate();
    expect(store.get("en /", 0)).toBeUndefined();
  });

  it("are all invalidated by more changes than the cache remembers", () => {
    const store = createPageCache(mebibyte);
    const began = store.generation();
    for (let id = 0; id <= 20_000; id += 1) store.invalidate([`song:${id}`]);
    const page = toCachedPage({ status: 200, headers: {}, body: Buffer.alloc(9), content: "" }, 0);
    store.set("en /", page, { shows: ["artist:1"], freshUntil: 1_000, generation: began });
    expect(store.get("en /", 0)).toBeUndefined();
  });

  it("expire 5 seconds after their data was read", async () => {
    const before = await renderings();
    await getPage("/terms");
    database.context.clock.move(4.9);
    await getPage("/terms");
    expect(await renderings()).toBe(before + 1);
    database.context.clock.move(0.1);
    await getPage("/terms");
    expect(await renderings()).toBe(before + 2);
  });
});
