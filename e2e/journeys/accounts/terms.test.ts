import type { Page } from "playwright-core";
import { inject, test } from "vitest";
import { phone } from "../../harness/chromium.ts";
import { expect } from "../../harness/expect.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { createDraft, createPublisher } from "../../harness/publisher.ts";
import { measureOverflow } from "../../harness/visit.ts";

const sentences = {
  en: [
    "A wNFT is a wrap’s permanent token on a public blockchain; each wrap has one.",
    "The ISWC is the international code of a song as a written work, the same for all recordings.",
    "An ISRC is the international code of one recording of a song.",
    "A split is an owner’s share of a song and the part of its royalties that goes to them.",
  ],
  es: [
    "Un wNFT es el token permanente de un wrap en una blockchain pública; cada wrap tiene uno.",
    "El ISWC es el código internacional de una canción como obra escrita, el mismo para todas sus grabaciones.",
    "Un ISRC es el código internacional de una grabación de una canción.",
    "El reparto es la parte de una canción que tiene cada titular y la parte de sus regalías que recibe.",
  ],
};

async function expectSentences(page: Page, expected: readonly string[]): Promise<void> {
  for (const sentence of expected)
    await expect(page.getByRole("main").getByText(sentence, { exact: true })).toHaveCount(1);
}

test("the terms of the trade are explained in the HTML of a wrap and of an experience with tokens", async () => {
  const [wnft = ""] = sentences.en;
  for (const [path, expected] of [
    ["/wrap/salt-meridian", sentences.en],
    ["/experiences/tide-tables", [wnft]],
  ] as const) {
    const html = await (await fetch(`${inject("siteUrl")}${path}`)).text();
    for (const sentence of expected) expect(html, path).toContain(sentence);
  }
});

test("the terms of the trade are explained on the screens of a publisher, in both languages", async () => {
  const url = inject("emptyUrl");
  const publisher = await createPublisher(url);
  await createDraft(url, publisher);
  const { page, open, follow, expectAccessible } = await visitAs(publisher, {
    url,
    screen: phone,
    allowed: [/404/],
  });
  await open(`/create/one?aid=${publisher.artist}&an=Ines`);
  await page.getByRole("heading", { name: "Basics" }).waitFor();
  await expectSentences(page, sentences.en.slice(1));
  await page.getByRole("contentinfo").getByText("Español").click();
  await expectSentences(page, sentences.es.slice(1));
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  await expectAccessible();

  const [wnft = "", iswc = "", isrc = ""] = sentences.es;
  for (const [path, expected] of [
    ["/create/recordings", [isrc]],
    ["/my/wraps", [iswc, wnft]],
    ["/my/subscription", [wnft]],
  ] as const) {
    await follow(path);
    await expectSentences(page, expected);
  }
});
