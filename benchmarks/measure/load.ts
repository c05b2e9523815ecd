import { connect, type Socket } from "node:net";

export type Load = {
  port: number;
  /** The next request, whole as it goes over the wire. */
  next(): Buffer;
  connections: number;
  seconds: number;
};

/** What one run of a load gave. Milliseconds are from the request's last byte sent to the answer's last byte read. */
export type Run = { answers: number; perSecond: number; p50: number; p99: number; bytesPerSecond: number };

/** A request for `path` that wants its connection kept and its answer as it is. */
export function get(path: string, headers: Record<string, string> = {}): Buffer {
  const lines = Object.entries({ host: "127.0.0.1", ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
}

/** Asks for each path in turn, over and over, and goes on where an earlier run ended. */
export function inTurn(
  paths: readonly string[],
  headersOf?: (turn: number) => Record<string, string>,
): () => Buffer {
  const requests = paths.map((path, turn) => get(path, headersOf?.(turn)));
  let at = 0;
  return () => {
    const request = requests[at++ % requests.length];
    if (request === undefined) throw new Error("there is nothing to ask for");
    return request;
  };
}

/** All connections read into this: what came is looked at before the next piece is read. */
const into = Buffer.allocUnsafe(1 << 18);
const headEnd = "\r\n\r\n";

/**
 * Asks over a number of connections, on each the next request as soon as the last answer is there, and waits for what is
 * under way at the end, so that it burdens nobody who is measured next. It does so little with an answer because client
 * and server share the machine: it finds the end of the head, its length, and counts.
 *
 * @throws Error when an answer is not a success, or comes without its length
 */
export async function run({ port, next, connections, seconds }: Load): Promise<Run> {
  const times: number[] = [];
  let bytes = 0;
  const start = performance.now();
  const end = start + seconds * 1_000;
  const ask = () => (performance.now() < end ? next() : undefined);
  const note = (milliseconds: number, length: number) => {
    times.push(milliseconds);
    bytes += length;
  };
  await Promise.all(Array.from({ length: connections }, () => converse(port, ask, note)));
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

/** One connection from its first request to its last answer. */
function converse(
  port: number,
  ask: () => Buffer | undefined,
  note: (milliseconds: number, bytes: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let asked: Buffer | undefined;
    let since = 0;
    const answer = new Answer();
    const askNext = () => {
      asked = ask();
      if (asked === undefined) {
        socket.destroy();
        return;
      }
      since = performance.now();
      socket.write(asked);
    };
    const read = (length: number): boolean => {
      try {
        if (!answer.take(into.subarray(0, length))) return true;
        note(performance.now() - since, answer.length);
        askNext();
      } catch (error) {
        socket.destroy(new Error(`${lineOf(asked)}: ${String(error)}`));
      }
      return true;
    };
    const socket: Socket = connect({
      port,
      host: "127.0.0.1",
      noDelay: true,
      onread: { buffer: into, callback: read },
    });
    socket.once("connect", askNext);
    socket.once("error", reject);
    socket.once("close", () => {
      if (asked === undefined) resolve();
      else reject(new Error(`${lineOf(asked)}: the connection was closed`));
    });
  });
}

/** Follows one answer after the other through the pieces they come in. */
class Answer {
  /** Bytes of the last whole answer's body. */
  length = 0;
  #head = "";
  #missing = -1;

  /** True when the answer is whole. A server that was asked once says nothing beyond. */
  take(piece: Buffer): boolean {
    if (this.#missing < 0) return this.#readHead(piece);
    return this.#readBody(piece.length);
  }

  #readHead(piece: Buffer): boolean {
    const earlier = this.#head.length;
    this.#head += piece.toString("latin1", 0, 8_192);
    const end = this.#head.indexOf(headEnd);
    if (end < 0) return false;
    const head = this.#head.slice(0, end);
    this.#head = "";
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (!/^HTTP\/1\.1 2/.test(head) || length === undefined) throw new Error(head);
    this.length = Number(length);
    this.#missing = this.length;
    return this.#readBody(piece.length - (end + headEnd.length - earlier));
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
