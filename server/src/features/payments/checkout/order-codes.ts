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

/**
 * Compares a code with the one that was issued with the order, and with the one that a repeated request issued since, after
 * the key of the installation was replaced.
 */
export function matchesOrderCode(
  { encryption }: Pick<Context, "encryption">,
  { kind, code_hash, exposed_id }: { kind: OrderKind; code_hash: Buffer; exposed_id: string },
  code: string,
): boolean {
  const hash = hashOrderCode(code);
  const issuedSince = encryption
    .hmacs(purposes[kind], exposed_id)
    .map((derived) => hashOrderCode(derived.toString("base64url")));
  return [code_hash, ...issuedSince].filter((known) => timingSafeEqual(known, hash)).length > 0;
}
