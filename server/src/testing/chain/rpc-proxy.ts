import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

export type RpcCall = { method: string; params: readonly unknown[] };

/** The treatment of an intercepted call. */
export type Interception =
  | "pass"
  /** The call never reaches the node. */
  | "drop-request"
  /** The call reaches the node; its response is lost. */
  | "drop-response"
  /** The connection stays open without a response. */
  | "hang"
  /** A response from something in front of the node. */
  | { status: number; text: string }
  | { result: unknown }
  | { error: { code: number; message: string; data?: unknown } };

/** A proxy between a program and a node that a test can make fail. */
export type RpcProxy = {
  url: string;
  /** All calls, in order. */
  calls: RpcCall[];
  intercept: (call: RpcCall) => Interception | Promise<Interception>;
  close(): Promise<void>;
};

export async function startRpcProxy(target: () => string): Promise<RpcProxy> {
  const wire: Pick<RpcProxy, "calls" | "intercept"> = { calls: [], intercept: () => "pass" };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  async function answer(request: NodeJS.ReadableStream, response: ServerResponse): Promise<void> {
    const call = (await json(request)) as RpcCall & { id: number };
    wire.calls.push({ method: call.method, params: call.params });
    const interception = await wire.intercept(call);
    if (interception === "hang") return;
    if (interception === "drop-request") return void response.destroy();
    const sendJson = (status: number, text: string) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(text);
    if (typeof interception === "object" && "status" in interception)
      return sendJson(interception.status, interception.text);
    if (typeof interception === "object")
      return sendJson(200, JSON.stringify({ jsonrpc: "2.0", id: call.id, ...interception }));
    const nodeResponse = await fetch(target(), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(call),
    });
    const text = await nodeResponse.text();
    if (interception === "drop-response") response.destroy();
    else sendJson(nodeResponse.status, text);
  }
  // A connection closed while idle would break the next call of a delayed client.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return Object.assign(wire, {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
