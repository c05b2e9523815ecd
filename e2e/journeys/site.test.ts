import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { describe, inject, test } from "vitest";
import { desktop } from "../harness/chromium.ts";
import { expect } from "../harness/expect.ts";
import { startVisit } from "../harness/visit.ts";

const fetchPath = (path: string, init?: RequestInit) => fetch(`${inject("siteUrl")}${path}`, init);

describe("without JavaScript", () => {
  test.each([
    ["/", "Wraps for you"],
    ["/wraps", "Salt Meridian"],
    ["/wrap/salt-meridian", "Cartas de Maré"],
    ["/artist/ines-corvacho", "Moth Hours"],
    ["/album/accounts-payable", "The Ledger Club"],
    ["/experiences", "Balcony Season"],
    ["/experiences/tide-tables", "Every participant gets one tide"],
  ])("%s contains its content, a title with the tagline, and metadata", async (path, text) => {
    const html = await (await fetchPath(path)).text();
    expect(html).toContain(text);
    expect(html).toMatch(/<title>[^<]+ \/ Wrapsody: music, with everyone who made it<\/title>/);
    for (const property of ["og:title", "og:description", "og:image", "og:url", "twitter:card"]) {
      expect(html, property).toMatch(new RegExp(`(property|name)="${property}"`));
    }
    expect(html).toMatch(/<link[^>]+rel="canonical"/);
  });

  test.each([
    ["/wrap/salt-meridian", "MusicRecording"],
    ["/artist/ines-corvacho", "MusicGroup"],
    ["/album/accounts-payable", "MusicAlbum"],
    ["/experiences/tide-tables", "Event"],
  ])("%s describes itself as a %s", async (path, type) => {
    const html = await (await fetchPath(path)).text();
    const scripts = [...html.matchAll(/<script[^>]*application\/ld\+json[^>]*>(.*?)<\/script>/gs)];
    const kinds = scripts.map(([, json = ""]) => (JSON.parse(json) as { "@type": string })["@type"]);
    expect(kinds).toContain(type);
  });

  test("a wrap names its contributors with their roles, in the language of the page", async () => {
    const read = async (language: string) => {
      const response = await fetch(`${inject("siteUrl")}/wrap/salt-meridian`, {
        headers: { "accept-language": language },
      });
      const [, json = ""] =
        /<script[^>]*application\/ld\+json[^>]*>(.*?)<\/script>/s.exec(await response.text()) ?? [];
      return (JSON.parse(json) as { contributor: { roleName: string }[] }).contributor;
    };
    const roles = (await read("en")).map(({ roleName }) => roleName);
    expect(roles).toContain("Composer");
    expect((await read("es")).map(({ roleName }) => roleName)).toContain("Composición");
  });
});

/** The limit of docs/decisions/0007-first-load.md, in bytes. */
const FIRST_LOAD_LIMIT_BYTES = 160 * 1024;

/** Returns the bytes of a file as sent to a browser that accepts gzip alone; small files are sent as they are. */
async function measureGzip(path: string): Promise<number> {
  const request = get(`${inject("siteUrl")}${path}`, { headers: { "accept-encoding": "gzip" } });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  let size = 0;
  for await (const chunk of response) size += (chunk as Buffer).length;
  return size;
}

test.each([
  "/",
  "/wraps",
  "/wrap/salt-meridian",
  "/artist/ines-corvacho",
  "/album/accounts-payable",
  "/experiences",
  "/experiences/tide-tables",
])("the script of a first visit to %s has at most 160 KiB in gzip", async (path) => {
  const { page, open } = await startVisit({ ...desktop, hasEmptyCache: true });
  const scripts = new Set<string>();
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.add(new URL(request.url()).pathname);
  });
  await open(path);
  await page.waitForLoadState("networkidle");
  expect(scripts.size).toBeGreaterThan(3);
  const sizes = await Promise.all([...scripts].map(measureGzip));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(FIRST_LOAD_LIMIT_BYTES);
});

describe("for crawlers", () => {
  test("the sitemap lists every public page", async () => {
    const index = await (await fetchPath("/sitemap.xml")).text();
    const pages = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, address = ""]) => new URL(address).pathname,
    );
    const entries = await Promise.all(pages.map(async (path) => (await fetchPath(path)).text()));
    const all = entries.join("\n");
    for (const path of [
      "/wrap/salt-meridian",
      "/artist/aud-fjelstad",
      "/album/kartrommet",
      "/experiences/isolines",
      "/wraps",
    ]) {
      expect(all).toContain(`${path}</loc>`);
    }
  });

  test("robots.txt names the sitemap and excludes private pages", async () => {
    const robots = await (await fetchPath("/robots.txt")).text();
    expect(robots).toContain("/sitemap.xml");
    expect(robots).toContain("Disallow: /my/");
  });

  test.each([
    "/cards/wrap/salt-meridian.png",
    "/cards/artist/ines-corvacho.png",
    "/cards/album/kartrommet.png",
    "/cards/experience/tide-tables.png",
  ])("%s is a social card of 1200 by 630", async (path) => {
    const response = await fetchPath(path);
    expect(response.headers.get("content-type")).toBe("image/png");
    const png = Buffer.from(await response.arrayBuffer());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  });

  test("a participant's artwork names its own image by an absolute URL", async () => {
    const all = await (await fetchPath("/experiences/tide-tables/nft")).text();
    const numbers = new Set(
      [...all.matchAll(/\/tide-tables\/participant\/(\d+)"/g)].map(([, number]) => number),
    );
    const [first, second] = await Promise.all(
      [...numbers].slice(-2).map(async (number) => {
        const html = await (await fetchPath(`/experiences/tide-tables/participant/${number}`)).text();
        const [, image = ""] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? [];
        expect(new URL(image).origin).toBe(new URL(inject("siteUrl")).origin);
        expect(/<meta property="og:image:alt" content="([^"]+)"/.exec(html)?.[1]).toContain("Tide Tables");
        const response = await fetch(image);
        expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
        return Buffer.from(await response.arrayBuffer());
      }),
    );
    expect([first?.readUInt32BE(16), first?.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(second?.subarray(1, 4).toString()).toBe("PNG");
    expect(first?.equals(second ?? Buffer.alloc(0))).toBe(false);
  });

  test("oEmbed returns the embeddable player for a wrap and nothing else", async () => {
    const site = inject("siteUrl");
    const answer = await fetchPath(
      `/oembed?url=${encodeURIComponent(`${site}/wrap/salt-meridian`)}&maxwidth=400`,
    );
    expect(await answer.json()).toMatchObject({
      version: "1.0",
      type: "rich",
      title: "Salt Meridian, Inês Corvacho",
      width: 400,
    });
    expect(
      (await fetchPath(`/oembed?url=${encodeURIComponent("https://example.org/wrap/salt-meridian")}`)).status,
    ).toBe(404);
    expect((await fetchPath("/oembed?url=not-an-address")).status).toBe(400);
  });

  test("the embeddable player may be framed by any site, other pages only by this one", async () => {
    const embed = (await fetchPath("/embed/wrap/salt-meridian")).headers.get("content-security-policy");
    const wrap = (await fetchPath("/wrap/salt-meridian")).headers.get("content-security-policy");
    expect(embed).toMatch(/frame-ancestors \*/);
    expect(wrap).toMatch(/frame-ancestors '(self|none)'/);
  });

  test("pages answer 304 to a client with the same version", async () => {
    // A page is cached for some seconds and may be rendered again between the two requests.
    await expect
      .poll(async () => {
        const etag = (await fetchPath("/experiences")).headers.get("etag") ?? "";
        const cached = await fetchPath("/experiences", { headers: { "if-none-match": etag } });
        return [cached.status, cached.headers.get("content-security-policy")];
      })
      .toEqual([304, null]);
  });
});

describe("languages", () => {
  test("follow the browser's preference for Spanish", async () => {
    const html = await (await fetchPath("/", { headers: { "accept-language": "es-ES,es;q=0.9" } })).text();
    expect(html).toMatch(/<html lang="es"/);
    expect(html).toContain("Las piezas más recientes".slice(0, 3));
  });

  test("remember the user's choice", async () => {
    const { page, open } = await startVisit();
    await open("/");
    await page.getByRole("contentinfo").getByText("Español").click();
    await page.locator("html[lang=es][data-ready]").waitFor({ state: "attached" });
    await open("/wraps");
    await expect(page.locator("html")).toHaveAttribute("lang", "es");
  });

  test("report a missing language file and fall back to English", async () => {
    const { page, open } = await startVisit();
    await open("/?lang=tlh");
    await page.getByText("Language file for tlh not found.").waitFor();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
  });
});

test("an unknown address returns 404 with a link to the home page", async () => {
  const { page, url } = await startVisit(undefined, [/404/]);
  expect((await page.goto(`${url}/no/such/page`))?.status()).toBe(404);
  await page.getByRole("main").getByRole("link").first().waitFor();
});

test("an API failure during a visit shows that services have problems", async () => {
  const { page, open } = await startVisit(undefined, [/500/]);
  await open("/");
  const failure = {
    success: false,
    code: "X001",
    message: "we are having problems communicating with our services. please try again shortly.",
    errors: [],
  };
  await page.route("**/api/v1/drop**", (route) => route.fulfill({ status: 500, json: failure }));
  await page.getByRole("link", { name: "Dapps" }).first().click();
  await page
    .getByText("we are having problems communicating with our services. please try again shortly.")
    .first()
    .waitFor();
});
