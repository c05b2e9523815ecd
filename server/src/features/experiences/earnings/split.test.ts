import { platformFee } from "@wrapsody/shared/payments/plan-entitlements.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitCents } from "./split.ts";

/** Splits whose sum is at most the whole. */
const splits = fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 12 }).map((points) => {
  let left = 10_000;
  return points.map((basisPoints, at) => {
    const share = Math.min(basisPoints, left);
    left -= share;
    return { name: `Owner ${at}`, points: share };
  });
});
const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
const sumOf = ({ shares, rest }: ReturnType<typeof splitCents>) =>
  shares.reduce((sum, { share }) => sum + share, rest);

describe("an amount divided by splits", () => {
  it("is the sum of the shares and the remainder, to the cent", { retry: 0 }, () => {
    fc.assert(
      fc.property(cents, splits, (amount, shares) => {
        expect(sumOf(splitCents(amount, shares))).toBe(amount);
      }),
    );
  });

  it("is the amount that a fan chose, together with the platform fee", { retry: 0 }, () => {
    const chosen = fc.integer({ min: 50, max: 1_000_000 });
    fc.assert(
      fc.property(chosen, splits, fc.constantFrom("FREE", "PREMIUM"), (amount, shares, plan) => {
        const fee = platformFee(amount, plan);
        expect(fee).toBeGreaterThanOrEqual(0);
        expect(fee).toBeLessThan(amount);
        expect(fee + sumOf(splitCents(amount - fee, shares))).toBe(amount);
      }),
    );
  });

  it("gives everyone their share, within a cent", { retry: 0 }, () => {
    fc.assert(
      fc.property(cents, splits, (amount, parts) => {
        const { shares, rest } = splitCents(amount, parts);
        for (const [at, { points }] of parts.entries()) {
          expect(Math.abs((shares[at]?.share ?? 0) - (amount * points) / 10_000)).toBeLessThan(1);
        }
        const left = 10_000 - parts.reduce((sum, { points }) => sum + points, 0);
        expect(Math.abs(rest - (amount * left) / 10_000)).toBeLessThan(1);
      }),
    );
  });

  it("reverses its shares on a refund, and gives nothing to a zero share", { retry: 0 }, () => {
    fc.assert(
      fc.property(cents, splits, (amount, shares) => {
        const [there, back] = [splitCents(amount, shares), splitCents(-amount, shares)];
        expect(there.shares.map(({ share }, at) => share + (back.shares[at]?.share ?? 0))).toEqual(
          shares.map(() => 0),
        );
        for (const [at, { points }] of shares.entries()) {
          if (points === 0) expect(there.shares[at]?.share).toBe(0);
        }
      }),
    );
  });

  it("gives the remaining cents to the shares that were rounded down most", () => {
    const thirds = [1, 2, 3].map((at) => ({ name: `Owner ${at}`, points: 3_333 }));
    expect(splitCents(100, thirds)).toEqual({
      shares: [
        { name: "Owner 1", share: 34 },
        { name: "Owner 2", share: 33 },
        { name: "Owner 3", share: 33 },
      ],
      rest: 0,
    });
    expect(splitCents(0, thirds).rest).toBe(0);
    expect(() => splitCents(1, [{ name: "Owner", points: 10_001 }])).toThrow(RangeError);
  });
});
