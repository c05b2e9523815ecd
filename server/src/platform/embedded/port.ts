import { createServer } from "node:net";

/**
 * Finds a free port on 127.0.0.1, the preferred one if possible. Another program may still take it before the
 * server does.
 */
export async function findPort(preferred: number | undefined): Promise<number> {
  if (preferred !== undefined) {
    const port = await bindPort(preferred).catch(() => undefined);
    if (port !== undefined) return port;
  }
  return bindPort(0);
}

export type ReservedPort = {
  port: number;
  /** Releases the port for its next listener. May be called more than once. */
  release(): Promise<void>;
};

/** Reserves a free port on 127.0.0.1 until it is released. */
export function reservePort(): Promise<ReservedPort> {
  return listenOn(0);
}

async function bindPort(port: number): Promise<number> {
  const reservation = await listenOn(port);
  await reservation.release();
  return reservation.port;
}

function listenOn(port: number): Promise<ReservedPort> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", reject);
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
      const address = server.address();
      const bound = typeof address === "object" && address !== null ? address.port : port;
      const release = () => new Promise<void>((onClosed) => void server.close(() => onClosed()));
      resolve({ port: bound, release });
    });
  });
}
