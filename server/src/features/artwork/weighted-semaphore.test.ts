import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createWeightedSemaphore } from "./weighted-semaphore.ts";

test("work never takes more room than there is, comes in the order it came, and all of it is done", {
  retry: 0,
}, async () => {
  const piece = fc.record({ size: fc.integer({ min: 1, max: 30 }), fails: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
      const room = createWeightedSemaphore(20);
      const started: number[] = [];
      let slotsInUse = 0;
      let peak = 0;
      const results = await Promise.allSettled(
        pieces.map(({ size, fails }, index) =>
          room.run(size, async () => {
            started.push(index);
            slotsInUse += Math.min(size, 20);
            peak = Math.max(peak, slotsInUse);
            await sleep(0);
            slotsInUse -= Math.min(size, 20);
            if (fails) throw new Error("no picture");
            return index;
          }),
        ),
      );
      expect(peak).toBeLessThanOrEqual(20);
      expect(started).toEqual(pieces.map((_, index) => index));
      expect(results.map(({ status }) => status)).toEqual(
        pieces.map(({ fails }) => (fails ? "rejected" : "fulfilled")),
      );
    }),
    { numRuns: 60 },
  );
});
