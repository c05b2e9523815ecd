import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addSelected,
  extendSelection,
  nothingSelected,
  replaceSelected,
  selectAll,
  selectionModeOf,
  selectOnly,
  toggleSelected,
} from "./selection.ts";

const order = [11, 12, 13, 14, 15];

test("toggles components, the last one added being the primary one", () => {
  const two = toggleSelected(selectOnly(12), 14);
  expect(two.ids).toEqual([12, 14]);
  expect(toggleSelected(two, 12).ids).toEqual([14]);
  expect(toggleSelected(selectOnly(12), 12).ids).toEqual([]);
});

describe("a range", () => {
  test("reaches from the anchor in both directions and shrinks again", () => {
    const down = extendSelection(selectOnly(13), order, 15);
    expect(down.ids).toEqual([13, 14, 15]);
    const up = extendSelection(down, order, 12);
    expect(up.ids).toEqual([13, 12]);
    expect(extendSelection(up, order, 13).ids).toEqual([13]);
  });

  test("begins at the component that was toggled last", () => {
    const toggled = toggleSelected(selectOnly(11), 13);
    expect(extendSelection(toggled, order, 14).ids).toEqual([13, 14]);
  });

  test("is one component if the anchor is in another list", () => {
    expect(extendSelection(selectOnly(99), order, 12).ids).toEqual([12]);
    expect(extendSelection(nothingSelected, order, 12).ids).toEqual([12]);
  });

  test("is contiguous, starts at the anchor and ends at the primary one", { retry: 0 }, () => {
    const item = fc.constantFrom(...order);
    fc.assert(
      fc.property(item, fc.array(item, { minLength: 1, maxLength: 6 }), (start, targets) => {
        let selection = selectOnly(start);
        for (const target of targets) selection = extendSelection(selection, order, target);
        const places = selection.ids.map((id) => order.indexOf(id));
        const [low, high] = [Math.min(...places), Math.max(...places)];
        expect(high - low + 1).toBe(places.length);
        expect([selection.ids[0], selection.ids.at(-1)]).toEqual([start, targets.at(-1)]);
      }),
    );
  });
});

test("selects all of a list and keeps the primary one", () => {
  expect(selectAll(order, 12).ids).toEqual([11, 13, 14, 15, 12]);
  expect(selectAll(order, 99).ids).toEqual(order);
  expect(selectAll([], undefined).ids).toEqual([]);
});

test("adds what a frame touches, each component once", () => {
  expect(addSelected({ ids: [11, 13], anchor: 13 }, [13, 14]).ids).toEqual([11, 13, 14]);
});

test("keeps a component selected that gets its id by the first save", () => {
  expect(replaceSelected({ ids: [11, -1], anchor: -1 }, -1, 20)).toEqual({ ids: [11, 20], anchor: 20 });
});

test("reads the modifier keys of Windows, Linux and macOS", () => {
  const none = { shiftKey: false, ctrlKey: false, metaKey: false };
  expect(selectionModeOf(none, false)).toBe("only");
  expect(selectionModeOf(none, true)).toBe("toggle");
  expect(selectionModeOf({ ...none, ctrlKey: true }, false)).toBe("toggle");
  expect(selectionModeOf({ ...none, metaKey: true }, false)).toBe("toggle");
  expect(selectionModeOf({ ...none, shiftKey: true }, true)).toBe("extend");
});
