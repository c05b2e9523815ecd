import { expect, it } from "vitest";
import { tagKey } from "./tag-key.ts";

it.each([
  ["Hip-Hop", "hip-hop"],
  ["hip hop", "hip-hop"],
  [" ¡Salsa! ", "salsa"],
  ["Música  Ligera", "musica-ligera"],
  ["80s/90s", "80s-90s"],
  ["हिन्दी पॉप", "हिन्दी-पॉप"],
  ["ลูกทุ่ง", "ลูกทุ่ง"],
  ["தமிழ்", "தமிழ்"],
  ["ပေါ့ပ်", "ပေါ့ပ်"],
  ["♥", undefined],
])("the key of the tag %s is %s", (tag, key) => {
  expect(tagKey(tag)).toBe(key);
});
