import { HOOK_TIMEOUT_MS } from "../../checks/test-limits.ts";
import { expect } from "./expect.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** Longer than any journey takes, and shorter than a hook may wait. */
const MARGIN_MS = 0.8 * HOOK_TIMEOUT_MS;

/**
 * Waits in a hook until midnight has passed if it is near, local or UTC, so that a journey sees statistics of a single day.
 */
export async function waitPastMidnight(): Promise<void> {
  await expect
    .poll(msUntilMidnight, { timeout: HOOK_TIMEOUT_MS, intervals: [1_000] })
    .toBeGreaterThan(MARGIN_MS);
}

function msUntilMidnight(): number {
  const now = Date.now();
  const here = now - new Date(now).getTimezoneOffset() * MINUTE_MS;
  return Math.min(DAY_MS - (now % DAY_MS), DAY_MS - (here % DAY_MS));
}
