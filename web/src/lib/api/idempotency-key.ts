/** Creates an `Idempotency-Key`. Not a UUID: browsers create those only on HTTPS. */
export function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
