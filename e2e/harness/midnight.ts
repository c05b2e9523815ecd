import { expect } from "vitest";

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
/** Longer than any journey takes. */
const marginMs = 5 * minuteMs;

/** Milliseconds that a hook may take in which `passMidnight` is called. */
export const midnightTimeoutMs = marginMs + 2 * minuteMs;

/**
 * Where a midnight is near, of this machine's or of UTC, waits until it has passed: what is told by days is told of the same day
 * then, as long as a journey lasts.
 */
export async function waitPastMidnight(): Promise<void> {
  await expect
    .poll(msUntilMidnight, { timeout: midnightTimeoutMs, interval: 1_000 })
    .toBeGreaterThan(marginMs);
}

function msUntilMidnight(): number {
  const now = Date.now();
  const here = now - new Date(now).getTimezoneOffset() * minuteMs;
  return Math.min(dayMs - (now % dayMs), dayMs - (here % dayMs));
}
