import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Context } from "../../../platform/context.ts";
import type { OrderKind } from "../orders.ts";

/** Creates the public number of an order, which reveals nothing about it. */
export function createExposedId(): string {
  return randomBytes(16).toString("base64url");
}

/** HMAC purposes of order codes. Changing one invalidates every confirmation link that was issued. */
const purposes: Record<OrderKind, string> = { PARTICIPATION: "participation", SUBSCRIPTION: "subscription" };

/**
 * Derives the code that confirms an order from the key of this installation, so that a repeated request returns the same link and the
 * database alone cannot produce it. Only its hash is stored.
 */
export function deriveOrderCode(
  { encryption }: Pick<Context, "encryption">,
  { kind, exposedId }: { kind: OrderKind; exposedId: string },
): string {
  return encryption.hmac(purposes[kind], exposedId).toString("base64url");
}

/** Hashes a code for storage. Its entropy makes a plain hash safe. */
export function hashOrderCode(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}

export function matchesOrderCode({ code_hash }: { code_hash: Buffer }, code: string): boolean {
  return timingSafeEqual(code_hash, hashOrderCode(code));
}
