import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, inject, onTestFinished, test } from "vitest";
import { expect } from "../../harness/expect.ts";
import { backgroundTimeout, startVisit } from "../../harness/visit.ts";

/** Starts another site with a page that frames ours, and returns its URL. */
async function startFramingSite(path: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<!doctype html><html lang="en"><title>A blog</title><link rel="icon" href="data:,">
      <iframe title="A song" width="600" height="160" allow="autoplay" src="${inject("siteUrl")}${path}"></iframe>`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe("in a frame of another site", () => {
  test("the embeddable player plays where the browser forbids storage", async () => {
    const { page } = await startVisit();
    await page.addInitScript(() => {
      for (const storage of ["localStorage", "sessionStorage"]) {
        Object.defineProperty(window, storage, {
          get() {
            throw new DOMException("Access is denied for this document.", "SecurityError");
          },
        });
      }
    });
    await page.goto(await startFramingSite("/embed/wrap/salt-meridian"));
    const frame = page.frameLocator("iframe");
    await frame.locator("html[data-ready]").waitFor({ state: "attached" });
    await frame.getByRole("button", { name: /^Play/ }).click();
    await expect
      .poll(() => frame.locator("audio").evaluate((audio: HTMLAudioElement) => audio.currentTime))
      .toBeGreaterThan(0.2);
    await frame.getByRole("button", { name: /^Pause/ }).waitFor();
  });

  test("the player of an artist plays one song after another, and an experience is joined in a new window", async () => {
    const { page } = await startVisit();
    await page.goto(await startFramingSite("/embed/artist/the-ledger-club"));
    const frame = page.frameLocator("iframe");
    await frame.locator("html[data-ready]").waitFor({ state: "attached" });
    const songs = frame.getByRole("listitem");
    await songs.first().getByRole("button").click();
    await expect(songs.first()).toHaveAttribute("aria-current", "true");
    const audio = frame.locator("audio");
    await expect
      .poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime))
      .toBeGreaterThan(0.2);
    await audio.evaluate((element: HTMLAudioElement) => {
      element.currentTime = element.duration - 0.5;
    });
    await expect(songs.nth(1)).toHaveAttribute("aria-current", "true", backgroundTimeout);

    await page.goto(await startFramingSite("/embed/experiences/tide-tables"));
    await frame.getByRole("heading", { name: "Tide Tables" }).waitFor();
    await frame.getByText("Active").waitFor();
    // A taller frame does not stretch it.
    await page.locator("iframe").evaluate((element) => {
      element.style.height = "600px";
    });
    await expect.poll(() => frame.locator("html").evaluate(() => innerHeight)).toBe(600);
    expect(await frame.getByRole("main").evaluate((main) => main.getBoundingClientRect().height)).toBe(216);
    const opened = page.waitForEvent("popup");
    await frame.getByRole("link", { name: "Participate" }).click();
    await (await opened).waitForURL(`${inject("siteUrl")}/experiences/tide-tables/participate`);
    await frame.getByRole("heading", { name: "Tide Tables" }).waitFor();
  });
});

/** Lists the files of a route that are not loaded yet, by the router's manifest. Runs in the page. */
function listMissingFiles(route: string): string[] {
  type Files = { module: string; imports?: string[]; css?: string[] };
  const manifest: { routes: Record<string, Files | undefined> } = Reflect.get(
    window,
    "__reactRouterManifest",
  );
  const { module = "the list", imports = [], css = [] } = manifest.routes[route] ?? {};
  const here = new Set(performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname));
  const files = [module, ...imports, ...css].map((file) => new URL(file, location.href).pathname);
  return files.filter((file) => !here.has(file));
}

test("an offline page reports it, keeps the song, and continues when the network is back", async () => {
  const { page, open } = await startVisit(undefined, [/ERR_INTERNET_DISCONNECTED/]);
  await open("/");
  await page.getByRole("button", { name: /^Play/ }).first().click();
  // Scripts of other pages are prefetched after a while; without them no page could be shown.
  await expect.poll(() => page.evaluate(listMissingFiles, "experience-list"), backgroundTimeout).toEqual([]);
  await page.context().setOffline(true);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dapps" }).click();
  await page.getByRole("heading", { name: "You’re offline" }).waitFor();
  await expect(page.locator("audio")).toHaveCount(1);
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { level: 1, name: "Experiences" }).waitFor();
  await expect(page.locator("a.pr")).toHaveCount(10);
});
