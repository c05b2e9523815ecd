import { countCombinations, countGuaranteedPictures } from "@wrapsody/shared/experiences/combinations.ts";
import {
  anchorPoints,
  type Component,
  campaignTypes,
  componentTypes,
} from "@wrapsody/shared/experiences/experiences.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { partsOf } from "./components.ts";
import { countArtworks } from "./counting.ts";
import { draftOf } from "./draft.ts";

const component: fc.Arbitrary<Component> = fc.record({
  id: fc.integer({ min: 1, max: 10_000 }),
  name: fc.string(),
  slot_number: fc.integer({ min: 1, max: 9 }),
  component_type: fc.constantFrom(...componentTypes),
  anchor_point: fc.constantFrom(...anchorPoints),
  layer_level: fc.integer({ min: 1, max: 9 }),
  rarity: fc.integer({ min: 1, max: 99 }),
  width: fc.integer({ min: 160, max: 900 }),
  offsetX: fc.integer({ min: 0, max: 900 }),
  offsetY: fc.integer({ min: 0, max: 900 }),
  max_permitted: fc.constantFrom(0, 0, 1, 2, 7),
  qr_code_link: fc.constant(null),
  qr_code_width: fc.constant(null),
  secure_link: fc.boolean(),
  fg_color: fc.constant(null),
  bg_color: fc.constant(null),
  s3_bucket_uri: fc.constant(null),
  image: fc.constant(null),
});
const components = fc.uniqueArray(component, { selector: ({ id }) => id, maxLength: 12 });

test("counts what the server counts once the drafts are saved", { retry: 0 }, () => {
  fc.assert(
    fc.property(fc.constantFrom(...campaignTypes), components, components, (type, saved, edited) => {
      // Some components have been edited but not saved.
      const after = saved.map((before, index) => ({ ...(edited[index] ?? before), id: before.id }));
      const drafts = new Map(after.map((changed) => [changed.id, draftOf(changed)]));
      const types = after.map((changed, index) => ({
        ...changed,
        component_type: saved[index]?.component_type ?? changed.component_type,
      }));
      const { possible, guaranteed } = countArtworks({ type, max_nfts: 0 }, partsOf(saved, [], drafts));
      expect(possible).toBe(countCombinations(type, types));
      expect(guaranteed).toBe(countGuaranteedPictures(type, types));
    }),
  );
});

test("warns as the activation does: fewer guaranteed artworks than spots", { retry: 0 }, () => {
  const two = fc.sample(component, { numRuns: 2, seed: 1 }).map(
    (base, index): Component => ({
      ...base,
      id: index + 1,
      slot_number: 1,
      component_type: "IMAGE",
      max_permitted: 0,
    }),
  );
  const isTooFew = (max_nfts: number, type: "GENERATIVE" | "FIXED_IMAGE" = "GENERATIVE", parts = two) =>
    countArtworks({ type, max_nfts }, partsOf(parts, [], new Map())).isTooFew;
  expect([isTooFew(0), isTooFew(2), isTooFew(3)]).toEqual([false, false, true]);
  expect(isTooFew(1_000, "FIXED_IMAGE")).toBe(false);
  const limited = two.map((base) => ({ ...base, max_permitted: 1 }));
  expect(isTooFew(3, "FIXED_IMAGE", limited)).toBe(true);
  expect(isTooFew(10, "GENERATIVE", [])).toBe(false);
});
