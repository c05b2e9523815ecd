import { createServer } from "node:net";

/** A free port on 127.0.0.1: the preferred one if nobody has it. Another program may still take it before the server does. */
export async function findPort(preferred: number | undefined): Promise<number> {
  if (preferred !== undefined) {
    const port = await bind(preferred).catch(() => undefined);
    if (port !== undefined) return port;
  }
  return bind(0);
}

function bind(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
      const address = server.address();
      const bound = typeof address === "object" && address !== null ? address.port : port;
      server.close(() => resolve(bound));
    });
  });
}
