import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Context } from "../../../platform/context.ts";
import type { OrderRow } from "./orders.data.ts";

/** What an order is called outside: nothing can be told from it. */
export function newExposedId(): string {
  return randomBytes(16).toString("base64url");
}

/**
 * The code that an order is confirmed with. It follows from the key of this installation, so that a repeat of the call
 * leads to the same address, and nobody who has the database alone can make it; kept is its hash.
 */
export function codeOf({ seal }: Pick<Context, "seal">, exposedId: string): string {
  return seal.mark("subscription", exposedId).toString("base64url");
}

/** What is kept of a code. It has too many random bits for a plain hash to be searched back. */
export function hashCode(code: string): Buffer {
  return createHash("sha256").update(code).digest();
}

export function isCodeOf({ code_hash }: Pick<OrderRow, "code_hash">, code: string): boolean {
  return timingSafeEqual(code_hash, hashCode(code));
}
