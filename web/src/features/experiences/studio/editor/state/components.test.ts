import { expect, test } from "vitest";
import { type EditorComponent, neighbourOf, sharedValue } from "./components.ts";
import { blankDraft, numbersOf } from "./draft.ts";

function partOf(id: number, slot: number, rarity = 10): EditorComponent {
  const draft = { ...blankDraft, slot_number: String(slot), rarity: String(rarity) };
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

test("after a deletion, the next component of the slot is selected, else the previous one", () => {
  const parts = [partOf(1, 1), partOf(2, 1), partOf(3, 1), partOf(4, 2)];
  const neighbour = (id: number, ...deleted: number[]) => {
    const part = parts.find((candidate) => candidate.id === id);
    return part && neighbourOf(parts, part, deleted)?.id;
  };
  expect(neighbour(2, 2)).toBe(3);
  expect(neighbour(3, 3)).toBe(2);
  expect(neighbour(3, 3, 2)).toBe(1);
  expect(neighbour(1, 1, 2, 3)).toBeUndefined();
  expect(neighbour(4, 4)).toBeUndefined();
});

test("several components share a value or are mixed", () => {
  const rarityOf = ({ draft }: EditorComponent) => draft.rarity;
  expect(sharedValue([partOf(1, 1), partOf(2, 1)], rarityOf)).toBe("10");
  expect(sharedValue([partOf(1, 1), partOf(2, 1, 90)], rarityOf)).toBeUndefined();
});
