import type { OwnSubscription } from "@wrapsody/shared/subscriptions.ts";
import { expect, it } from "vitest";
import { nextPeriodOffer, planStatus } from "./plan-status.ts";

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
const over = "2026-11-20T12:00:00Z";
const keptNoMore = "2026-11-21T12:00:00Z";
const statusAndOffer = (more: Partial<OwnSubscription>) => {
  const current = { ...monthly, ...more };
  return [planStatus(current, now), nextPeriodOffer(current, now)];
};

it("offers who pays by the month to pay by the year, and the other way round", () => {
  expect(statusAndOffer({})).toEqual(["RENEWS", { name: "switch", plan: "PREMIUM_YEARLY" }]);
  expect(statusAndOffer({ plan: "PREMIUM_YEARLY", renews_as: "PREMIUM_YEARLY" })).toEqual([
    "RENEWS",
    { name: "switch", plan: "PREMIUM_MONTHLY" },
  ]);
});

it("lets a switch and a cancellation be taken back as long as something is paid for", () => {
  expect(statusAndOffer({ renews_as: "PREMIUM_YEARLY" })).toEqual([
    "SWITCHES",
    { name: "stay", plan: "PREMIUM_MONTHLY" },
  ]);
  const cancelled = { is_canceled: true, renews_as: null, next_price_cents: null };
  expect(statusAndOffer(cancelled)).toEqual(["CANCELLED", { name: "resume", plan: "PREMIUM_MONTHLY" }]);
  expect(statusAndOffer({ ...cancelled, expires_at: over })).toEqual(["CANCELLED", undefined]);
});

it("says first that a card was declined, and offers nothing before that is mended", () => {
  expect(statusAndOffer({ is_unpaid: true, expires_at: over })).toEqual(["UNPAID", undefined]);
  expect(statusAndOffer({ is_unpaid: true, expires_at: over, renews_as: "PREMIUM_YEARLY" })).toEqual([
    "UNPAID",
    undefined,
  ]);
});

it("knows a renewal of which the news has not come", () => {
  expect(statusAndOffer({ expires_at: over })).toEqual(["OVERDUE", undefined]);
});

it("says of what is kept no more that it gives nothing, whether the card was declined or nothing is known", () => {
  const lapsed = { expires_at: over, kept_until: keptNoMore };
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

it("knows what was given: nothing is paid for it, so nothing goes on", () => {
  expect(statusAndOffer({ is_granted: true, renews_as: null, next_price_cents: null })).toEqual([
    "GRANTED",
    undefined,
  ]);
});
