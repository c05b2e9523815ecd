/// <reference path="./unicode-name.d.ts" />
import emojiData from "unicode-emoji-json/data-by-emoji.json" with { type: "json" };
import { unicodeName } from "unicode-name";

const emojiNames = new Map(Object.entries(emojiData).map(([emoji, { name }]) => [emoji, name]));
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Selects the drawing of a sign as text or as emoji; its name is the same. */
const variationSelectors = /[\uFE0E\uFE0F]/g;

/** Returns the words of the English names of signs, each name once in a row: “!!!” is `exclamation`, `mark`. */
export function nameSigns(text: string): string[] {
  const names = Array.from(graphemes.segment(text), ({ segment }) => segment)
    .filter((sign) => sign.trim() !== "")
    .map(nameSign);
  return names
    .filter((name, place) => name !== names[place - 1])
    .flatMap((name) => name.toLowerCase().match(/[a-z0-9]+/g) ?? []);
}

/** Emojis have the names that people know from keyboards, other signs those of Unicode, and unknown combinations those of their parts. */
function nameSign(sign: string): string {
  const bare = sign.replaceAll(variationSelectors, "");
  const name =
    emojiNames.get(sign) ?? emojiNames.get(`${bare}\uFE0F`) ?? emojiNames.get(bare) ?? unicodeName(sign);
  return name ?? Array.from(bare, (character) => unicodeName(character) ?? "").join(" ");
}
