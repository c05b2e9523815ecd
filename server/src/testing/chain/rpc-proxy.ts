import { once } from "node:events";
import {
  Agent,
  createServer,
  type IncomingMessage,
  request as openRequest,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

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
  // `fetch` takes four times the processor time of a kept connection.
  const agent = new Agent({ keepAlive: true });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readText(request);
    const call = JSON.parse(body) as RpcCall & { id: number };
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
    const forwarded = openRequest(target(), {
      method: "POST",
      agent,
      headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
    });
    const answered = once(forwarded, "response") as Promise<[IncomingMessage]>;
    forwarded.end(body);
    const [nodeResponse] = await answered;
    const text = await readText(nodeResponse);
    if (interception === "drop-response") response.destroy();
    else sendJson(nodeResponse.statusCode ?? 0, text);
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
        agent.destroy();
      }),
  });
}

function readText(message: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    message.on("data", (chunk: Buffer) => void chunks.push(chunk));
    message.on("end", () => resolve(Buffer.concat(chunks).toString()));
    message.on("error", reject);
  });
}
