import { expect } from "vitest";

const minute = 60_000;
const day = 1_440 * minute;
/** Longer than any journey takes. */
const near = 5 * minute;

/** Milliseconds that a hook may take in which `passMidnight` is called. */
export const midnightPatience = near + 2 * minute;

/**
 * Where a midnight is near, of this machine's or of UTC, waits until it has passed: what is told by days is told of the same day
 * then, as long as a journey lasts.
 */
export async function passMidnight(): Promise<void> {
  await expect.poll(untilMidnight, { timeout: midnightPatience, interval: 1_000 }).toBeGreaterThan(near);
}

function untilMidnight(): number {
  const now = Date.now();
  const here = now - new Date(now).getTimezoneOffset() * minute;
  return Math.min(day - (now % day), day - (here % day));
}
