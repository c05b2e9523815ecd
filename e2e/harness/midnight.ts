import { expect } from "@playwright/test";

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
/** Longer than any journey takes. */
const marginMs = 5 * minuteMs;

/** Timeout for a hook that calls `waitPastMidnight`. */
export const midnightTimeoutMs = marginMs + 2 * minuteMs;

/** Waits until midnight has passed if it is near, local or UTC, so that a journey sees statistics of a single day. */
export async function waitPastMidnight(): Promise<void> {
  await expect
    .poll(msUntilMidnight, { timeout: midnightTimeoutMs, intervals: [1_000] })
    .toBeGreaterThan(marginMs);
}

function msUntilMidnight(): number {
  const now = Date.now();
  const here = now - new Date(now).getTimezoneOffset() * minuteMs;
  return Math.min(dayMs - (now % dayMs), dayMs - (here % dayMs));
}
