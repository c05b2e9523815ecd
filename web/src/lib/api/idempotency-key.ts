/** An `Idempotency-Key` of one call and its repeats. Not a UUID: browsers make those only where the site has a certificate. */
export function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
