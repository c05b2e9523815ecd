import { setTimeout as sleep } from "node:timers/promises";

/** The answer to a reader's request of a page. Times are those of `performance.now()`. */
export type PageAnswer = {
  path: string;
  /** Undefined: no answer. */
  status: number | undefined;
  retryAfter: string | null;
  etag: string | null;
  startedAt: number;
  endedAt: number;
};

export type Readers = { answers: readonly PageAnswer[]; stop(): Promise<void> };

const PAUSE_MS = 60;

/** Reads pages one after the other, by two readers, until stopped. */
export function startReaders(url: string, paths: readonly string[]): Readers {
  const answers: PageAnswer[] = [];
  const stopped = new AbortController();
  const read = async (first: number) => {
    for (let at = first; !stopped.signal.aborted; at += 1) {
      answers.push(await readPage(url, paths[at % paths.length] ?? "/"));
      await sleep(PAUSE_MS);
    }
  };
  const readers = [read(0), read(Math.floor(paths.length / 2))];
  return {
    answers,
    async stop() {
      stopped.abort();
      await Promise.all(readers);
    },
  };
}

export async function readPage(url: string, path: string): Promise<PageAnswer> {
  const startedAt = performance.now();
  const response = await fetch(url + path, { redirect: "manual" }).then(
    async (answered) => {
      await answered.arrayBuffer();
      return answered;
    },
    () => undefined,
  );
  return {
    path,
    status: response?.status,
    retryAfter: response?.headers.get("retry-after") ?? null,
    etag: response?.headers.get("etag") ?? null,
    startedAt,
    endedAt: performance.now(),
  };
}
