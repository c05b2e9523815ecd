import { connect, type Socket } from "node:net";

export type Load = {
  /** Several ports share the connections. */
  port: number | readonly number[];
  /** Returns the bytes of the next request. */
  next(): Buffer;
  connections: number;
  seconds: number;
  /** Requests per second of all connections together. Undefined: each connection sends as soon as the previous response is complete. */
  rate?: number;
};

/** Figures of one run. `p50` and `p99` are milliseconds from the request's last byte sent to the response's last byte read. */
export type Run = { answers: number; perSecond: number; p50: number; p99: number; bytesPerSecond: number };

/** Builds a GET request for `path` on a persistent connection. */
export function get(path: string, headers: Record<string, string> = {}): Buffer {
  const lines = Object.entries({ host: "127.0.0.1", ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
}

/** Requests each path in turn, in a loop. The next run continues where the last one ended. */
export function inTurn(
  paths: readonly string[],
  headersOf?: (turn: number) => Record<string, string>,
): () => Buffer {
  const requests = paths.map((path, turn) => get(path, headersOf?.(turn)));
  let at = 0;
  return () => {
    const request = requests[at++ % requests.length];
    if (request === undefined) throw new Error("no paths to request");
    return request;
  };
}

/** Shared by all connections: each chunk is processed before the next one is read. */
const readBuffer = Buffer.allocUnsafe(1 << 18);
const headEnd = "\r\n\r\n";

/**
 * Sends requests over a number of connections, at a rate or each as soon as the previous response is complete. Waits for the last
 * responses, so that they do not disturb the next run. Only finds the end of the head and the length of each response,
 * because client and server share the machine.
 *
 * @throws Error if a response is not a success or has no length
 */
export async function run({ port, next, connections, seconds, rate }: Load): Promise<Run> {
  const times: number[] = [];
  let bytes = 0;
  const start = performance.now();
  const end = start + seconds * 1_000;
  const nextRequest = () => (performance.now() < end ? next() : undefined);
  const intervalMs = rate === undefined ? 0 : (connections * 1_000) / rate;
  const record = (milliseconds: number, length: number) => {
    times.push(milliseconds);
    bytes += length;
  };
  const ports = [port].flat();
  await Promise.all(
    Array.from({ length: connections }, (_, at) =>
      runConnection({
        port: ports[at % ports.length] ?? 0,
        firstAt: start + (intervalMs * at) / connections,
        intervalMs,
        nextRequest,
        record,
      }),
    ),
  );
  const elapsed = (performance.now() - start) / 1_000;
  const sorted = Float64Array.from(times).sort();
  return {
    answers: times.length,
    perSecond: times.length / elapsed,
    bytesPerSecond: bytes / elapsed,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
  };
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

type Connection = {
  port: number;
  /** Time of the first request, on the clock of `performance.now()`. */
  firstAt: number;
  /** Time between the beginnings of requests, at least. */
  intervalMs: number;
  nextRequest: () => Buffer | undefined;
  record: (milliseconds: number, bytes: number) => void;
};

/** Runs one connection from its first request to its last response. */
function runConnection({ port, firstAt, intervalMs, nextRequest, record }: Connection): Promise<void> {
  return new Promise((resolve, reject) => {
    let request: Buffer | undefined;
    let since = 0;
    let dueAt = firstAt;
    const response = new ResponseReader();
    const sendNext = () => {
      const early = intervalMs === 0 ? 0 : dueAt - performance.now();
      if (early >= 1) {
        setTimeout(sendNext, early);
        return;
      }
      dueAt += intervalMs;
      request = nextRequest();
      if (request === undefined) {
        socket.destroy();
        return;
      }
      since = performance.now();
      socket.write(request);
    };
    const read = (length: number): boolean => {
      try {
        if (!response.read(readBuffer.subarray(0, length))) return true;
        record(performance.now() - since, response.length);
        sendNext();
      } catch (error) {
        socket.destroy(new Error(`${lineOf(request)}: ${String(error)}`));
      }
      return true;
    };
    const socket: Socket = connect({
      port,
      host: "127.0.0.1",
      noDelay: true,
      onread: { buffer: readBuffer, callback: read },
    });
    socket.once("connect", sendNext);
    socket.once("error", reject);
    socket.once("close", () => {
      if (request === undefined) resolve();
      else reject(new Error(`${lineOf(request)}: the connection was closed`));
    });
  });
}

/** Parses consecutive responses from chunks. */
class ResponseReader {
  /** Bytes of the last complete body. */
  length = 0;
  #head = "";
  #missing = -1;

  /** Returns true if the response is complete. No bytes follow, because each request waits for the last response. */
  read(chunk: Buffer): boolean {
    if (this.#missing < 0) return this.#readHead(chunk);
    return this.#readBody(chunk.length);
  }

  #readHead(chunk: Buffer): boolean {
    const earlier = this.#head.length;
    this.#head += chunk.toString("latin1", 0, 8_192);
    const end = this.#head.indexOf(headEnd);
    if (end < 0) return false;
    const head = this.#head.slice(0, end);
    this.#head = "";
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (!/^HTTP\/1\.1 2/.test(head) || length === undefined) throw new Error(head);
    this.length = Number(length);
    this.#missing = this.length;
    return this.#readBody(chunk.length - (end + headEnd.length - earlier));
  }

  #readBody(bytes: number): boolean {
    this.#missing -= bytes;
    if (this.#missing > 0) return false;
    this.#missing = -1;
    return true;
  }
}

function lineOf(request: Buffer | undefined): string {
  return request?.toString("latin1", 0, request.indexOf("\r\n")) ?? "before the first request";
}
