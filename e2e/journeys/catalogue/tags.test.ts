import { test } from "vitest";
import { desktop, phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { readTree } from "../../harness/locators.ts";
import { startVisit } from "../../harness/visit.ts";

test("the charts lead to the most heard wraps, and by tags to others, by keyboard", async () => {
  const { page, open } = await startVisit(desktop);
  await open("/wraps");
  const main = page.getByRole("main");
  await main.getByRole("link", { name: "Charts and tags" }).press("Enter");
  await main.getByRole("heading", { level: 1, name: "Charts" }).waitFor();
  const rows = main.locator(".chart > li");
  expect(await rows.count()).toBeGreaterThan(10);
  // What a screen reader finds in the first row.
  expect(await readTree(rows.first())).toMatch(
    /^- listitem:\n {2}- link "([^"]+)"\n {2}- text: .+ \d+:\d\d\n {2}- button "Play \1"$/,
  );
  const first = await rows.first().getByRole("link").innerText();
  await rows
    .first()
    .getByRole("button", { name: new RegExp(first) })
    .press("Enter");
  const player = page.getByRole("region", { name: "Player" });
  await player.getByText(first).waitFor();
  await main.locator(".chart-tags a").first().press("Enter");
  await main.getByRole("heading", { level: 1, name: /wraps$/ }).waitFor();
  await player.getByText(first).waitFor();
});

test("a wrap has related wraps, and each of its tags leads to all wraps that have it, however it is spelled", async () => {
  const { page, open, url } = await startVisit(phone);
  await open("/wrap/salt-meridian");
  const main = page.getByRole("main");
  const related = main.getByRole("region", { name: "More to listen to" });
  await expect(related.getByRole("listitem")).toHaveCount(6);
  const { body } = await (await fetch(`${url}/api/v1/song/salt-meridian/related`)).json();
  expect(body.data.length).toBeGreaterThan(0);
  await related.getByRole("link", { name: new RegExp(body.data[0].name) }).waitFor();

  const link = main.locator('a[href^="/tag/"]').first();
  const name = await link.innerText();
  const path = (await link.getAttribute("href")) ?? "";
  await link.click();
  await main.getByRole("heading", { level: 1, name: `${name} wraps` }).waitFor();
  await main
    .getByRole("link", { name: /Salt Meridian/ })
    .first()
    .waitFor();

  const spelled = `${path.replaceAll("-", "%20").toUpperCase().replace("/TAG/", "/tag/")}?page=1`;
  const answer = await fetch(url + spelled, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([301, `${path}?page=1`]);
  const html = await (await fetch(url + path)).text();
  expect(html).toContain(`<link rel="canonical" href="${url}${path}"`);
  expect(html).toContain('"@type":"CollectionPage"');
  const card = await fetch(`${url}/cards${path}.png`);
  expect([card.status, card.headers.get("content-type")]).toEqual([200, "image/png"]);
  const sitemap = await (await fetch(`${url}/sitemaps/tags-0.xml`)).text();
  expect(sitemap).toContain(`${path}</loc>`);
});
