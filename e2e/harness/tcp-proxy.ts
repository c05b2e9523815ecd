import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type TcpProxy = {
  /** The address at which clients reach the program through the proxy. */
  url: string;
  /** Destroys all connections and refuses new ones until `reconnect`. */
  disconnect(): void;
  reconnect(): void;
  /** Sends later connections to another program. */
  setTarget(url: string): void;
  close(): Promise<void>;
};

/** Starts a TCP proxy between a browser and a program whose connection can be cut in the middle of a call. */
export async function startProxy(targetUrl: string): Promise<TcpProxy> {
  let target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  let disconnected = false;
  const server = createServer((near) => {
    if (disconnected) return near.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const end of [near, far]) {
      sockets.add(end);
      end.on("error", () => undefined);
      end.on("close", () => {
        sockets.delete(end);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    disconnect() {
      disconnected = true;
      for (const end of sockets) end.destroy();
    },
    reconnect() {
      disconnected = false;
    },
    setTarget(url) {
      target = new URL(url);
    },
    async close() {
      for (const end of sockets) end.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
