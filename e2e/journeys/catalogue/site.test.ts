import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { describe, inject, test } from "vitest";
import { desktop, phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { findSmallTargets } from "../../harness/layout.ts";
import { measureOverflow, startVisit } from "../../harness/visit.ts";

const fetchPath = (path: string, init?: RequestInit) => fetch(`${inject("siteUrl")}${path}`, init);

/** Returns the JSON-LD of a page. */
function parseJsonLd(html: string): { "@type": string; contributor?: { roleName: string }[] }[] {
  const scripts = [...html.matchAll(/<script[^>]*application\/ld\+json[^>]*>(.*?)<\/script>/gs)];
  return scripts.map(([, json = ""]) => JSON.parse(json));
}

describe("without JavaScript", () => {
  test.each([
    ["/", "WebSite", ["Wraps for you"]],
    ["/wraps", undefined, ["Salt Meridian"]],
    ["/wrap/salt-meridian", "MusicRecording", ["Cartas de Maré"]],
    [
      "/artist/ines-corvacho",
      "MusicGroup",
      ["<title>Viewing Artist / Inês Corvacho", ">Songs<", "Moth Hours", ">Drops<", ">Albums<"],
    ],
    ["/album/accounts-payable", "MusicAlbum", ["The Ledger Club"]],
    ["/experiences", undefined, ["Balcony Season"]],
    ["/experiences/tide-tables", "Event", ["Every participant gets one tide"]],
  ])("%s contains its content, a title with the tagline, and metadata", async (path, type, texts) => {
    const html = await (await fetchPath(path)).text();
    for (const text of texts) expect(html).toContain(text);
    expect(html).toMatch(/<title>[^<]+ \/ Wrapsody<\/title>/);
    for (const property of ["og:title", "og:description", "og:image", "og:url", "twitter:card"]) {
      expect(html, property).toMatch(new RegExp(`(property|name)="${property}"`));
    }
    expect(html).toMatch(/<link[^>]+rel="canonical"/);
    if (type !== undefined) expect(parseJsonLd(html).map((described) => described["@type"])).toContain(type);
  });

  test.each([
    ["/wrap/no-such-song", "error loading track"],
    ["/wrap/0", "error loading track"],
    ["/artist/nobody-at-all", "We couldn’t find this artist."],
    ["/experiences/no-such-dapp", "This experience doesn’t exist or isn’t public."],
    ["/experiences/tide-tables/participant/99999999", "please try again shortly"],
    ["/no/such/page", "There’s nothing at this address."],
  ])("%s is not found, and contains what to do", async (path, text) => {
    const response = await fetchPath(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain(text);
  });

  test("a wrap names its contributors with their roles, in the language of the page", async () => {
    const readRoles = async (language: string) => {
      const response = await fetchPath("/wrap/salt-meridian", { headers: { "accept-language": language } });
      return parseJsonLd(await response.text()).flatMap(({ contributor = [] }) =>
        contributor.map(({ roleName }) => roleName),
      );
    };
    expect(await readRoles("en")).toContain("Composer");
    expect(await readRoles("es")).toContain("Composición");
  });
});

/** The limits of docs/decisions/0007-first-load.md, in bytes. */
const MAX_SCRIPT_BYTES = 160 * 1024;
const MAX_FONT_BYTES = 60_000;

/** Returns the bytes of a file as sent to a browser that accepts gzip alone; small files are sent as they are. */
async function measureGzip(path: string): Promise<number> {
  const request = get(`${inject("siteUrl")}${path}`, { headers: { "accept-encoding": "gzip" } });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  let size = 0;
  for await (const chunk of response) size += (chunk as Buffer).length;
  return size;
}

async function measureTogether(paths: ReadonlySet<string>): Promise<number> {
  const sizes = await Promise.all([...paths].map(measureGzip));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Letters of the files that pages in English, with Latin-1 names, do without. */
const latinExtended = [
  /[\u0100-\u0130\u0132-\u0151\u0154-\u017f\u0218-\u021b]/,
  /[\u0180-\u0217\u021c-\u02ba\u1e00-\u1eff]/,
];

// The home page and the kind of page with most scripts. What a page requests of itself is also in web/src/page-weight.test.ts.
test.each(["/", "/wrap/salt-meridian", "/api/docs"])(
  "a first visit to %s loads at most 160 KiB of script in gzip, and 60 kB of typefaces, with Latin Extended only for its letters",
  async (path) => {
    const { page, url } = await startVisit({ ...desktop, hasEmptyCache: true });
    const loaded = { script: new Set<string>(), font: new Set<string>() };
    page.on("request", (request) => {
      const [kind, path] = [request.resourceType(), new URL(request.url()).pathname];
      if (kind === "script" || kind === "font") loaded[kind].add(path);
    });
    await page.goto(`${url}${path}`, { waitUntil: "networkidle" });
    expect(await measureTogether(loaded.script)).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
    const extended = [...loaded.font].filter((font) => font.includes("latin-ext"));
    const text = await page.locator("body").innerText();
    expect(extended.length).toBe(latinExtended.filter((letters) => letters.test(text)).length);
    for (const font of extended) loaded.font.delete(font);
    expect(loaded.font.size).toBe(3);
    expect(await measureTogether(loaded.font)).toBeLessThanOrEqual(MAX_FONT_BYTES);
  },
);

test("the API reference fits a phone, and each call has an address", async () => {
  const { page, url, expectAccessible } = await startVisit(phone);
  const checkPage = async () => {
    for (const screen of [desktop, phone]) {
      await page.setViewportSize(screen);
      expect(await measureOverflow(page), page.url()).toBe(0);
    }
    await expectAccessible({ isWholePage: true });
    expect(await findSmallTargets(page), page.url()).toEqual([]);
  };
  await page.goto(`${url}/api/docs`);
  await page.getByRole("heading", { name: "Every call" }).waitFor();
  const [first, groups, operators] = await Promise.all(
    [".first", ".tags", ".page-rest"].map((part) => page.locator(part).first().boundingBox()),
  );
  expect([first?.y, groups?.y, operators?.y]).toEqual(
    [first?.y, groups?.y, operators?.y].toSorted((a = 0, b = 0) => a - b),
  );
  await checkPage();
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible({ isWholePage: true, rules: ["color-contrast"] });
  await page.emulateMedia({ colorScheme: "light" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy" }).first().click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^curl .*songs\?limit=3"$/);
  await page.getByRole("link", { name: /^GET \/songs Public songs/ }).click();
  await page.waitForURL(/\/api\/docs\/catalogue#get-songs$/);
  await page.getByRole("heading", { name: "GET /songs", exact: true }).waitFor();
  // A group of a few calls has all that the others have.
  for (const path of ["/api/docs/followers", "/api/docs/errors"]) {
    await page.goto(`${url}${path}`);
    await checkPage();
  }
  const missing = await page.request.get(`${url}/api/docs/nothing/here`);
  expect([missing.status(), missing.headers()["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
});

describe("for crawlers", () => {
  test("the sitemap that robots.txt names lists every public page, and private pages are excluded", async () => {
    const robots = await (await fetchPath("/robots.txt")).text();
    expect(robots).toContain("/sitemap.xml");
    expect(robots).toContain("Disallow: /my/");
    const index = await (await fetchPath("/sitemap.xml")).text();
    const pages = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, address = ""]) => new URL(address).pathname,
    );
    const all = (await Promise.all(pages.map(async (path) => (await fetchPath(path)).text()))).join("\n");
    for (const path of ["/wrap/salt-meridian", "/artist/aud-fjelstad", "/experiences/isolines", "/wraps"])
      expect(all).toContain(`${path}</loc>`);
  });

  test("a participant's artwork names a social card of 1200 by 630 by an absolute URL", async () => {
    const all = await (await fetchPath("/experiences/tide-tables/nft")).text();
    const [, number] = /\/tide-tables\/participant\/(\d+)"/.exec(all) ?? [];
    const html = await (await fetchPath(`/experiences/tide-tables/participant/${number}`)).text();
    const [, image = ""] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? [];
    expect(new URL(image).origin).toBe(new URL(inject("siteUrl")).origin);
    expect(/<meta property="og:image:alt" content="([^"]+)"/.exec(html)?.[1]).toContain("Tide Tables");
    const response = await fetch(image);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
    const png = Buffer.from(await response.arrayBuffer());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  });

  test("oEmbed returns the embeddable player for a wrap and nothing else", async () => {
    const callOembed = (url: string) => fetchPath(`/oembed?url=${encodeURIComponent(url)}&maxwidth=400`);
    expect(await (await callOembed(`${inject("siteUrl")}/wrap/salt-meridian`)).json()).toMatchObject({
      version: "1.0",
      type: "rich",
      title: "Salt Meridian, Inês Corvacho",
      width: 400,
    });
    expect((await callOembed("https://example.org/wrap/salt-meridian")).status).toBe(404);
    expect((await callOembed("not-an-address")).status).toBe(400);
  });
});

test("an unknown language falls back to English with a notice, and the reader's choice is remembered", async () => {
  const { page, open } = await startVisit();
  await open("/?lang=tlh");
  await page.getByText("Language file for tlh not found.").waitFor();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.getByRole("contentinfo").getByText("Español").click();
  await page.locator("html[lang=es][data-ready]").waitFor({ state: "attached" });
  await open("/wraps");
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
});

test("an API failure during a visit shows that services have problems", async () => {
  const { page, open } = await startVisit(undefined, [/500/]);
  await open("/");
  const message = "we are having problems communicating with our services. please try again shortly.";
  const failure = { success: false, code: "X001", message, errors: [] };
  await page.route("**/api/v1/drop**", (route) => route.fulfill({ status: 500, json: failure }));
  await page.getByRole("link", { name: "Dapps" }).first().click();
  await page.getByText(message).first().waitFor();
});
