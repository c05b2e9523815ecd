import { isIPv6 } from "node:net";

/**
 * The health check of a container: exits with 0 if the program in it is alive, otherwise with 1. Reads the same variables
 * as the program, without loading its configuration, because it runs every few seconds.
 */
const { ROLES = "api,worker", PORT = "8080", HOST = "127.0.0.1" } = process.env;
const { HEALTH_PORT = "8081", HEALTH_HOST = "127.0.0.1" } = process.env;
const TIMEOUT_MS = 5_000;

const [host, port] = ROLES.includes("api") ? [HOST, PORT] : [HEALTH_HOST, HEALTH_PORT];
const anyHost: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "::1" };
const address = anyHost[host] ?? host;

try {
  const url = `http://${isIPv6(address) ? `[${address}]` : address}:${port}/livez`;
  const { status } = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  process.exitCode = status === 200 ? 0 : 1;
} catch {
  process.exitCode = 1;
}
