import { readSecretFiles } from "./config/secret-files.ts";

/**
 * Returns a timeout in milliseconds multiplied by TIMEOUT_FACTOR (1 if it is unset or empty). For timeouts that only end a hang: on
 * slow hardware a connection, a check or a start takes longer without hanging. Rules that are a time are not stretched.
 */
export function stretchTimeout(timeoutMs: number): number {
  const { environment } = readSecretFiles(process.env, ["TIMEOUT_FACTOR"]);
  return timeoutMs * Number(environment.TIMEOUT_FACTOR || 1);
}
