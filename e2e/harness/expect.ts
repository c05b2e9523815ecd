import { expect as playwrightExpect } from "@playwright/test";
import { POLL_TIMEOUT_MS } from "../../checks/test-limits.ts";

/** Playwright's `expect` with the time limit of the tests. */
export const expect = playwrightExpect.configure({ timeout: POLL_TIMEOUT_MS });
