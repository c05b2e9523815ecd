import type { FastifyRequest } from "fastify";
import { isLoopback } from "./ip-addresses.ts";

const signsOfProxy = ["x-forwarded-for", "forwarded", "via", "x-real-ip"];

/** Whether a request comes from this machine. One that came over a proxy does not, even if the proxy does. */
export function isLoopbackRequest({ headers, socket }: Pick<FastifyRequest, "headers" | "socket">): boolean {
  return !signsOfProxy.some((name) => name in headers) && isLoopback(socket.remoteAddress ?? "");
}
