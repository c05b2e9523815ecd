import type { FastifyRequest } from "fastify";
import { isLoopback } from "./ip-addresses.ts";

const PROXY_HEADERS = ["x-forwarded-for", "forwarded", "via", "x-real-ip"];

/** Whether a request comes from this machine directly, not through a proxy on it. */
export function isLoopbackRequest({ headers, socket }: Pick<FastifyRequest, "headers" | "socket">): boolean {
  return !PROXY_HEADERS.some((name) => name in headers) && isLoopback(socket.remoteAddress ?? "");
}
