import type { Device } from "../../../platform/api/routing.ts";

/** Who makes a change, from where, and under which `Idempotency-Key`. */
export type Caller = { accountId: string; device: Device; key: string | undefined };
