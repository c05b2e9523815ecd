/**
 * Returns a timeout in milliseconds multiplied by TIMEOUT_FACTOR (1 by default). For timeouts that only end a hang: on slow
 * hardware a connection, a check or a start takes longer without hanging. Rules that are a time are not stretched.
 */
export function stretchTimeout(timeoutMs: number): number {
  return timeoutMs * Number(process.env.TIMEOUT_FACTOR ?? 1);
}
