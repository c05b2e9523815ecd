import sharp from "sharp";
import { beforeAll, describe, expect, it, test } from "vitest";
import { drawPanel, encodeCard, fitSentences } from "./cards.ts";
import { MISSING_GLYPH } from "./text/fonts.ts";
import { outlineText } from "./text/text-outlines.ts";
import { loadTypeface, type Typeface } from "./text/typeface.ts";

const ROOM = 474;
const text =
  "Inês Corvacho writes on ferries and finishes on piers. She grew up in Leixões above a shop that repaired barometers, which she says explains the tempo.";

let typeface: Typeface;
beforeAll(async () => {
  typeface = await loadTypeface([
    text,
    "Quiet Machinery, Yuto Aramaki Ensemble The Ledger Club of Fourteen Keys",
  ]);
});
const fit = (sentences: string, maxLines: number) =>
  fitSentences(typeface, sentences, { width: ROOM, maxLines });

test("the subtitle of a card has as many whole sentences as fit", () => {
  expect(fit(text, 3).join(" ")).toBe("Inês Corvacho writes on ferries and finishes on piers.");
  expect(fit(text, 9).join(" ")).toBe(text);
});

test("a sentence that does not fit is left out, not cut", () => {
  expect(fit(text, 1)).toEqual([]);
});

test("names stay on their lines, and only one that is longer than all of them is cut", () => {
  expect(fit("Quiet Machinery, Yuto Aramaki Ensemble", 2)).toHaveLength(2);
  expect(fit("The Ledger Club", 2)).toEqual(["The Ledger Club"]);
  expect(fit("The Fourteen Keys of the Mill ".repeat(9), 2).at(-1)).toMatch(/…$/);
  expect(fit("", 2)).toEqual([]);
});

const drawTitle = (title: string, subtitle = "Inês Corvacho", description?: string) =>
  drawPanel({ image: null, number: "W-0012", title, subtitle, description }, "Wrapsody");

async function glyphsOf(line: string): Promise<string[]> {
  return outlineText(line, {
    typeface: await loadTypeface([line]),
    size: 60,
    cut: { weight: 560, width: 86 },
  }).glyphs;
}

/** Returns whether something is drawn where the title and the subtitle are. */
async function hasInk(svg: string): Promise<boolean> {
  const area = { left: 0, top: 300, width: 1200, height: 245 };
  const { channels } = await sharp(await sharp(Buffer.from(svg)).extract(area).png().toBuffer()).stats();
  return channels.some(({ stdev }) => stdev > 0);
}

test("a card of the most textured covers stays light", async () => {
  const covers = await Promise.all(
    [1, 2, 3, 4].map(() =>
      sharp({
        create: {
          width: 315,
          height: 315,
          channels: 3,
          background: "#808080",
          noise: { type: "gaussian", mean: 128, sigma: 60 },
        },
      })
        .png()
        .toBuffer(),
    ),
  );
  const { svg } = await drawTitle("Salt Meridian");
  const layers = covers.map((input, place) => ({
    input,
    left: (place % 2) * 315,
    top: Math.floor(place / 2) * 315,
  }));
  expect((await encodeCard(svg, layers)).length).toBeLessThan(450_000);
});

describe("a card", () => {
  it.each([
    ["Тихая вода", "Ольга Ветер"],
    ["Αγάπη μου", "Ελένη"],
    ["שלום עולם (חי)", "דנה"],
    ["مُحَمَّد يا بحر", "فيروز"],
    ["می‌خواهم بروم", "گوگوش"],
    ["夜の列車", "青葉市子"],
    ["月亮代表我的心", "鄧麗君"],
    ["한국의 밤", "이소라"],
    ["น้ำตาแสงใต้", "สุเทพ"],
    ["किताब क्षत्रिय", "श्रेया"],
    ["Tiếng Việt", "Trịnh Công Sơn"],
    ["÷ † 2", "Śåẞ"],
  ])("says %s by %s, without boxes", async (title, subtitle) => {
    const { svg, lines } = await drawTitle(title, subtitle);
    expect(lines).toEqual({ title: [title], subtitle: [subtitle] });
    for (const line of [title, subtitle]) expect(await glyphsOf(line)).not.toContain(MISSING_GLYPH);
    expect(await hasInk(svg)).toBe(true);
  });

  it.each([
    ["🥺", "Inês Corvacho"],
    ["தமிழ்", "Inês Corvacho"],
    ["Salt", "ქართული"],
    ["ab\u{1E900}c", "Inês Corvacho"],
    ["\uE000\u200B", "Inês Corvacho"],
  ])("has image and number alone for %s by %s, which no font has", async (title, subtitle) => {
    const { svg, lines } = await drawTitle(title, subtitle);
    expect(lines).toEqual({ title: [], subtitle: [] });
    expect(await hasInk(svg)).toBe(false);
  });

  it.each([
    ["Nights ❤️", "Nights"],
    ["🌊 Ondas 🌊", "Ondas"],
    ["Room 1️⃣", "Room 1"],
    ["A 🥺 B", "A B"],
    ["夜🌙", "夜"],
  ])("leaves the emojis of %s out: %s", async (title, drawn) => {
    expect((await drawTitle(title)).lines.title).toEqual([drawn]);
  });

  it("keeps the name of an artist whose description cannot be drawn", async () => {
    expect((await drawTitle("Inês", "", "தமிழ் இசை.")).lines).toEqual({ title: ["Inês"], subtitle: [] });
    expect((await drawTitle("Inês", "", "Ferries.")).lines.subtitle).toEqual(["Ferries."]);
  });

  it.each([
    ["夜の列車はとても長いタイトル", "青葉市子"],
    ["ताजमहल के किनारे एक लंबी रात", "श्रेया"],
    ["Ostinato for Two Lifts in the Rain", "Inês"],
  ])("sets %s below its number", async (title, subtitle) => {
    const { svg, lines } = await drawTitle(title, subtitle);
    const inked = await sharp(Buffer.from(svg)).removeAlpha().greyscale().raw().toBuffer();
    const isEmptyRow = (y: number) =>
      inked.subarray(y * 1200, (y + 1) * 1200).every((value) => value === inked[0]);
    const between = Array.from({ length: 300 }, (_, y) => y + 60).findIndex(isEmptyRow);
    expect(between).toBeGreaterThan(0);
    expect(between + 60).toBeLessThan(300);
    expect(lines.title.join("").length).toBeGreaterThanOrEqual(title.replaceAll(" ", "").length);
  });

  it("breaks titles without spaces between words", async () => {
    const title = "夜の列車はとても長いタイトルを持っているのでいくつかの行に分かれなければならない";
    const { lines } = await drawTitle(title);
    expect(lines.title.length).toBeGreaterThan(1);
    expect(lines.title.join("")).toBe(title);
  });
});

describe("a text from right to left", () => {
  it("has its first letter at the right, and numbers as they are", async () => {
    const [first, last] = [await glyphsOf("ש"), await glyphsOf("ם")];
    const glyphs = await glyphsOf("שלום 24");
    expect(glyphs.slice(0, 2)).toEqual(await glyphsOf("24"));
    expect(glyphs.slice(3, 4)).toEqual(last);
    expect(glyphs.slice(-1)).toEqual(first);
  });

  it("stands within a line of Latin letters without turning it", async () => {
    const glyphs = await glyphsOf("Hi שלום ok");
    expect(glyphs).toEqual([
      ...(await glyphsOf("Hi ")),
      ...(await glyphsOf("שלום")),
      ...(await glyphsOf(" ok")),
    ]);
  });

  it("mirrors its brackets", async () => {
    const [opening] = await glyphsOf("(");
    const [closing] = await glyphsOf(")");
    const glyphs = await glyphsOf("(א)");
    expect([glyphs[0], glyphs.at(-1)]).toEqual([opening, closing]);
  });

  it("has the mark of a doubled letter below the vowel, however they were typed", async () => {
    const [vowel, doubled] = ["\u064E", "\u0651"];
    const marked = `\u0628${vowel}${doubled}`;
    expect(await glyphsOf(marked)).toEqual(await glyphsOf(`\u0628${doubled}${vowel}`));
  });

  it("joins Arabic letters", async () => {
    const alone = (await Promise.all(["ب", "ح", "ر"].map(glyphsOf))).reverse().flat();
    const joined = await glyphsOf("بحر");
    expect(joined).not.toEqual(alone);
    expect(joined.join(" ")).toMatch(/fina.*medi.*init/);
  });
});
