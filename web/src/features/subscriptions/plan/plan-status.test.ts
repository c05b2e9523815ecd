import type { OwnSubscription } from "@wrapsody/shared/payments/subscriptions.ts";
import { expect, it } from "vitest";
import { formatPrice, nextPeriodOffer, planStatus, savingOfYearly } from "./plan-status.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const monthly: OwnSubscription = {
  id: 1,
  plan: "PREMIUM_MONTHLY",
  renews_as: "PREMIUM_MONTHLY",
  next_price_cents: 1_000,
  is_canceled: false,
  is_granted: false,
  is_unpaid: false,
  expires_at: "2026-12-21T12:00:00Z",
  kept_until: "2026-12-28T12:00:00Z",
};
const pastExpiry = "2026-11-20T12:00:00Z";
const pastKeptUntil = "2026-11-21T12:00:00Z";
const statusAndOffer = (more: Partial<OwnSubscription>) => {
  const current = { ...monthly, ...more };
  return [planStatus(current, now), nextPeriodOffer(current, now)];
};

it("offers a yearly plan to monthly payers and a monthly plan to yearly payers", () => {
  expect(statusAndOffer({})).toEqual(["RENEWS", { name: "switch", plan: "PREMIUM_YEARLY" }]);
  expect(statusAndOffer({ plan: "PREMIUM_YEARLY", renews_as: "PREMIUM_YEARLY" })).toEqual([
    "RENEWS",
    { name: "switch", plan: "PREMIUM_MONTHLY" },
  ]);
});

it("allows undoing a switch or a cancellation within the paid period", () => {
  expect(statusAndOffer({ renews_as: "PREMIUM_YEARLY" })).toEqual([
    "SWITCHES",
    { name: "stay", plan: "PREMIUM_MONTHLY" },
  ]);
  const cancelled = { is_canceled: true, renews_as: null, next_price_cents: null };
  expect(statusAndOffer(cancelled)).toEqual(["CANCELLED", { name: "resume", plan: "PREMIUM_MONTHLY" }]);
  expect(statusAndOffer({ ...cancelled, expires_at: pastExpiry })).toEqual(["CANCELLED", undefined]);
});

it("reports a declined card first and offers nothing until it is fixed", () => {
  expect(statusAndOffer({ is_unpaid: true, expires_at: pastExpiry })).toEqual(["UNPAID", undefined]);
  expect(statusAndOffer({ is_unpaid: true, expires_at: pastExpiry, renews_as: "PREMIUM_YEARLY" })).toEqual([
    "UNPAID",
    undefined,
  ]);
});

it("reports an overdue renewal while its payment is not confirmed", () => {
  expect(statusAndOffer({ expires_at: pastExpiry })).toEqual(["OVERDUE", undefined]);
});

it("reports a lapsed plan after the grace period, whether the card was declined or not", () => {
  const lapsed = { expires_at: pastExpiry, kept_until: pastKeptUntil };
  expect(statusAndOffer(lapsed)).toEqual(["LAPSED", undefined]);
  expect(statusAndOffer({ ...lapsed, is_unpaid: true })).toEqual(["LAPSED", undefined]);
  expect(statusAndOffer({ ...lapsed, is_unpaid: true, renews_as: "PREMIUM_YEARLY" })).toEqual([
    "LAPSED",
    undefined,
  ]);
  const cancelled = { is_canceled: true, renews_as: null, next_price_cents: null };
  expect(statusAndOffer({ ...lapsed, ...cancelled })).toEqual(["CANCELLED", undefined]);
  expect(statusAndOffer({ ...lapsed, is_unpaid: true, kept_until: "2026-11-21T12:00:01Z" })).toEqual([
    "UNPAID",
    undefined,
  ]);
});

it("offers nothing for a granted plan, which is not paid for", () => {
  expect(statusAndOffer({ is_granted: true, renews_as: null, next_price_cents: null })).toEqual([
    "GRANTED",
    undefined,
  ]);
});

it("omits cents of whole prices", () => {
  expect([0, 800, 950, 9_600, 120_000].map(formatPrice)).toEqual(["$0", "$8", "$9.50", "$96", "$1,200"]);
});

it("computes the saving of a yearly plan: 20 percent", () => {
  expect(savingOfYearly()).toBe(20);
});
