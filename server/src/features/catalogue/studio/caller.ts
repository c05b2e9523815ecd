import type { Device } from "../../../platform/api/routing.ts";

/** The account and device of a change, and its `Idempotency-Key`. */
export type Caller = { accountId: string; device: Device; key: string | undefined };
