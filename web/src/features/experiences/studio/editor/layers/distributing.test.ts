import { expect, test } from "vitest";
import type { EditorComponent } from "../state/components.ts";
import { blankDraft, numbersOf } from "../state/draft.ts";
import { type AddedBatch, distribute, freeSlots, isPossible, numberFromFile } from "./distributing.ts";

function partOf(id: number, slot: number, layer = slot): EditorComponent {
  const draft = { ...blankDraft, slot_number: String(slot), layer_level: String(layer) };
  const numbers = numbersOf(draft, "IMAGE");
  return {
    id,
    type: "IMAGE",
    image: null,
    copyOf: undefined,
    draft,
    numbers,
    saved: draft,
    unsaved: false,
  };
}

const added = { slot_number: "3", layer_level: "3" };
const batchOf = (...files: string[]): AddedBatch => ({
  slot: 3,
  files: files.map((file, index) => ({ id: 100 + index, file, added })),
});
const partsOf = (batch: AddedBatch, ...others: EditorComponent[]) => [
  ...others,
  ...batch.files.map(({ id }) => partOf(id, 3)),
];
const slots = (map: ReturnType<typeof distribute>) => [...map.values()].map(({ slot_number }) => slot_number);

test.each([
  ["1-sea.png", 1],
  ["03 sun.png", 3],
  ["9_ring.png", 9],
  ["slot-7 moon.png", 7],
  ["10-boat.png", undefined],
  ["0-fog.png", undefined],
  ["2nd try.png", undefined],
  ["gull.png", undefined],
])("the name %s gives slot %s", (file, slot) => {
  expect(numberFromFile(file)).toBe(slot);
});

test("puts one image into each free slot, in order, counting the slot that they were added to", () => {
  const batch = batchOf("sea.png", "sun.png", "sail.png");
  const parts = partsOf(batch, partOf(1, 1), partOf(2, 4));
  expect(freeSlots(parts, batch)).toEqual([2, 3, 5, 6, 7, 8, 9]);
  expect(distribute(parts, batch, "free").get(102)).toEqual({ slot_number: "5", layer_level: "5" });
  expect(slots(distribute(parts, batch, "free"))).toEqual(["2", "3", "5"]);
});

test("begins again at the first free slot if there are more images", () => {
  const batch = batchOf("a.png", "b.png", "c.png", "d.png", "e.png");
  const parts = partsOf(batch, ...[1, 2, 4, 5, 6, 7, 8].map((slot) => partOf(slot, slot)));
  expect(slots(distribute(parts, batch, "free"))).toEqual(["3", "9", "3", "9", "3"]);
});

test("follows the numbers of the files and leaves the others, on the layer of their slot", () => {
  const batch = batchOf("5-sea.png", "gull.png", "slot 1 sun.png");
  const parts = partsOf(batch, partOf(1, 1, 8));
  expect([...distribute(parts, batch, "names").values()]).toEqual([
    { slot_number: "5", layer_level: "5" },
    added,
    { slot_number: "1", layer_level: "8" },
  ]);
});

test("returns to how the images were added", () => {
  const batch = batchOf("5-sea.png", "gull.png");
  expect(slots(distribute(partsOf(batch), batch, "same"))).toEqual(["3", "3"]);
});

test("offers what makes a difference", () => {
  const batch = batchOf("sea.png", "gull.png");
  const full = partsOf(batch, ...[1, 2, 4, 5, 6, 7, 8, 9].map((slot) => partOf(slot, slot)));
  expect([isPossible(full, batch, "free"), isPossible(full, batch, "names")]).toEqual([false, false]);
  expect(isPossible(partsOf(batch), batch, "free")).toBe(true);
  expect(isPossible(full, batchOf("1-sea.png", "gull.png"), "names")).toBe(true);
});
