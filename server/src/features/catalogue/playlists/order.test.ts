import fc from "fast-check";
import { expect, it } from "vitest";
import { addSongs, moveSong } from "./order.ts";

const order = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 30 });
const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);
const without = (ids: readonly number[], id: number) => ids.filter((other) => other !== id);

it("puts a song behind another one, keeps the order of the rest, and loses and doubles none", {
  retry: 0,
}, () => {
  fc.assert(
    fc.property(
      order,
      fc.integer({ min: 1, max: 60 }),
      fc.option(fc.integer({ min: 1, max: 60 })),
      (before, id, after) => {
        const moved = moveSong(before, id, after);
        if (!before.includes(id) || (after !== null && !before.includes(after))) {
          expect(moved).toBeUndefined();
          return;
        }
        expect(sorted(moved ?? [])).toEqual(sorted(before));
        expect(without(moved ?? [], id)).toEqual(without(before, id));
        if (after === id) expect(moved).toEqual(before);
        else expect(moved?.indexOf(id)).toBe(after === null ? 0 : (moved?.indexOf(after) ?? 0) + 1);
      },
    ),
  );
});

it("moves by songs rather than places, so that two tabs with different lists lose nothing", {
  retry: 0,
}, () => {
  const move = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.option(fc.integer({ min: 1, max: 12 })));
  fc.assert(
    fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
      const start = Array.from({ length: 8 }, (_, at) => at + 1);
      const end = moves.reduce<readonly number[]>(
        (ids, [id, after]) => moveSong(ids, id, after) ?? ids,
        start,
      );
      expect(sorted(end)).toEqual(start);
    }),
  );
});

it("adds songs at the end, none twice, and leaves the others where they are", { retry: 0 }, () => {
  fc.assert(
    fc.property(order, fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 30 }), (before, added) => {
      const after = addSongs(before, added);
      expect(after.slice(0, before.length)).toEqual(before);
      expect(after).toHaveLength(new Set([...before, ...added]).size);
      expect(addSongs(after, added)).toEqual(after);
    }),
  );
});
