import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Context } from "../../../platform/context.ts";
import type { OrderKind } from "../orders.ts";

/** What an order is called outside: nothing can be told from it. */
export function createExposedId(): string {
  return randomBytes(16).toString("base64url");
}

/** What codes of each kind are made under. Who changes one makes every address worthless that was given out. */
const purposes: Record<OrderKind, string> = { PARTICIPATION: "participation", SUBSCRIPTION: "subscription" };

/**
 * The code that an order is confirmed with. It follows from the key of this installation, so that a repeat of the call
 * leads to the same address, and nobody who has the database alone can make it; kept is its hash.
 */
export function deriveOrderCode(
  { encryption }: Pick<Context, "encryption">,
  { kind, exposedId }: { kind: OrderKind; exposedId: string },
): string {
  return encryption.hmac(purposes[kind], exposedId).toString("base64url");
}

/** What is kept of a code. It has too many random bits for a plain hash to be searched back. */
export function hashOrderCode(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}

export function matchesOrderCode({ code_hash }: { code_hash: Buffer }, code: string): boolean {
  return timingSafeEqual(code_hash, hashOrderCode(code));
}
