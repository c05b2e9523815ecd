import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

export type RpcCall = { method: string; params: readonly unknown[] };

/** What happens to a call on its way to a node and back. */
export type Interception =
  | "pass"
  /** It never arrives. */
  | "cut"
  /** It arrives, and the answer is lost. */
  | "lose"
  /** Nobody ever answers. */
  | "hang"
  /** What stands before the node answers instead. */
  | { status: number; text: string }
  | { result: unknown }
  | { error: { code: number; message: string; data?: unknown } };

/** The line between a program and a node, which a test may cut. */
export type RpcProxy = {
  url: string;
  /** The calls that were made, in their order. */
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
    const way = await wire.intercept(call);
    if (way === "hang") return;
    if (way === "cut") return void response.destroy();
    const say = (status: number, text: string) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(text);
    if (typeof way === "object" && "status" in way) return say(way.status, way.text);
    if (typeof way === "object") return say(200, JSON.stringify({ jsonrpc: "2.0", id: call.id, ...way }));
    const real = await fetch(target(), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(call),
    });
    const text = await real.text();
    if (way === "lose") response.destroy();
    else say(real.status, text);
  }
  // Who is held up finds its connection as it left it: one that is closed for being idle breaks the next call.
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
