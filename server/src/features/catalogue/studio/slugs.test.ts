import { normalizeText } from "@wrapsody/shared/text/text.ts";
import fc from "fast-check";
import fastify from "fastify";
import { afterAll, expect, it } from "vitest";
import { readSlugWords, toSlug } from "./slugs.ts";

const slugOf = async (title: string, plain = title) => toSlug(await readSlugWords(title, plain), "song");

it.each([
  ["÷", "division-sign"],
  ["🥺", "pleading-face"],
  ["❤️", "red-heart"],
  ["❤", "red-heart"],
  ["!!!", "exclamation-mark"],
  ["†", "dagger"],
  ["≠ ∞", "not-equal-to-infinity"],
  ["👩🏽‍🚀", "woman-astronaut-medium-skin-tone"],
  ["🇺🇳", "flag-united-nations"],
  ["\u200B", "zero-width-space"],
  ["\u3164", "hangul-filler"],
  ["\uE000", "private-use-e000"],
])("the address of %s is the name of its signs: %s", async (title, slug) => {
  expect(await slugOf(title)).toBe(slug);
});

it.each([
  ["Тихая вода", "тихая-вода"],
  ["किताब", "किताब"],
  ["น้ำ", "น้ำ"],
  ["한국 2", "한국-2"],
  ["مرحبا يا بحر", "مرحبا-يا-بحر"],
  ["שלום", "שלום"],
  ["夜！", "夜"],
  ["1️⃣", "song-1"],
  ["Nights ❤️", "nights"],
])("the address of %s has its letters: %s", async (title, slug) => {
  expect(await slugOf(title)).toBe(slug);
});

const server = fastify({ routerOptions: { maxParamLength: 200 } });
server.get<{ Params: { id: string } }>("/wrap/:id/countdown", ({ params }) => ({ id: params.id }));
afterAll(() => server.close());

const signs = fc.string({ unit: fc.constantFrom(..."÷🥺❤️!†/.%?#&\\+*~\u0301\u200D\u3164\uFE0F☎½١1aßİ夜กำ") });
const titles = fc
  .oneof(fc.string({ unit: "binary", minLength: 1, maxLength: 60 }), fc.string({ unit: "grapheme" }), signs)
  .map((title) => normalizeText(title.toWellFormed()).trim())
  .filter((title) => title !== "");

it("every title has an address that leads back through a URL and the router", { retry: 0 }, async () => {
  await fc.assert(
    fc.asyncProperty(titles, titles, async (title, plain) => {
      for (const slug of [await slugOf(title), await slugOf(title, plain)]) {
        expect(slug).toMatch(/^[^-].*[^-]$|^[^-]$/);
        expect(slug).toMatch(/[^0-9]/);
        expect(normalizeText(slug)).toBe(slug);
        const { pathname } = new URL(`/wrap/${encodeURIComponent(slug)}/countdown`, "https://music.example");
        expect((await server.inject(pathname)).json()).toEqual({ id: slug });
      }
    }),
    { seed: 1, numRuns: 500 },
  );
});
