/**
 * Every time limit of the tests. A limit only catches hangs: it is many times what its subject takes on a slow machine that
 * runs something else too, because a wait that succeeds costs nothing when its limit is long. A rule of the product
 * that is a time is not tested by a limit. TEST_TIMEOUT_FACTOR multiplies all of them.
 */
const factor = Number(process.env.TEST_TIMEOUT_FACTOR ?? 1);
if (!(factor > 0)) throw new Error("TEST_TIMEOUT_FACTOR is not a positive number.");

/** A poll, or an assertion that retries. */
export const POLL_TIMEOUT_MS = 30_000 * factor;
/** An action, a navigation or a wait of Playwright. A page that waits for a payment or an artwork polls every 20 seconds at most. */
export const ACTION_TIMEOUT_MS = 60_000 * factor;
/** A result of several steps in the background: a queued job, a mail, a block, an audio analysis, a play that counts. */
export const BACKGROUND_TIMEOUT_MS = 120_000 * factor;
export const TEST_TIMEOUT_MS = 180_000 * factor;
/** A program that starts, creates its database and imports the demo catalogue. */
export const START_TIMEOUT_MS = 300_000 * factor;
export const JOURNEY_TIMEOUT_MS = 360_000 * factor;
export const HOOK_TIMEOUT_MS = 360_000 * factor;
/** A test of the crash or the fleet project. */
export const CRASH_TIMEOUT_MS = 900_000 * factor;
