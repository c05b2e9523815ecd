import { Worker } from "node:worker_threads";
import type { ArtworkSpec, ReadImageFile } from "../compose/compose.ts";
import type { FromWorker, ToWorker } from "./render-worker.ts";

export type Renderer = {
  /**
   * Renders an artwork as PNG, at the size of the canvas or for printing with `printSide` pixels.
   *
   * @throws Error if a layer is missing or no image
   */
  render(picture: ArtworkSpec, printSide?: number): Promise<Buffer>;
  /** Finishes pending renders and terminates the workers. */
  stop(): Promise<void>;
};

export type RendererOptions = {
  /** Threads; each has its own layer cache. */
  workers: number;
  /** Bytes of decoded layers that each worker caches. */
  maxLayerBytes: number;
  read: ReadImageFile;
};

/** One thread outpaces any chain and leaves the other processors to requests. */
export const rendererSettings = { workers: 1, maxLayerBytes: 64 << 20 } as const;

type PendingRender = PromiseWithResolvers<Buffer>;

/** Renders artworks outside the main thread. A crashed worker is replaced; its pending renders fail. */
export function startRenderer({ workers, maxLayerBytes, read }: RendererOptions): Renderer {
  const hands = Array.from({ length: workers }, () => new WorkerHandle(maxLayerBytes, read));
  return {
    render(picture, printSide) {
      const [free] = hands.toSorted((a, b) => a.busy - b.busy);
      if (free === undefined) throw new Error("A renderer needs a worker.");
      return free.take(picture, printSide);
    },
    async stop() {
      await Promise.all(hands.map((hand) => hand.stop()));
    },
  };
}

/** A worker with its pending renders. */
class WorkerHandle {
  readonly #maxLayerBytes: number;
  readonly #read: ReadImageFile;
  readonly #orders = new Map<number, PendingRender>();
  #worker: Worker | undefined;
  #taken = 0;

  constructor(maxLayerBytes: number, read: ReadImageFile) {
    this.#maxLayerBytes = maxLayerBytes;
    this.#read = read;
  }

  get busy(): number {
    return this.#orders.size;
  }

  take(picture: ArtworkSpec, printSide: number | undefined): Promise<Buffer> {
    const order: PendingRender = Promise.withResolvers<Buffer>();
    const number = this.#taken;
    this.#taken += 1;
    this.#orders.set(number, order);
    this.#sendMessage({ kind: "render", number, picture, printSide });
    return order.promise;
  }

  async stop(): Promise<void> {
    await Promise.allSettled([...this.#orders.values()].map(({ promise }) => promise));
    await this.#worker?.terminate();
  }

  #sendMessage(message: ToWorker): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(message);
  }

  #start(): Worker {
    const worker = new Worker(new URL("render-worker.ts", import.meta.url), {
      workerData: { maxLayerBytes: this.#maxLayerBytes },
    });
    // Do not keep an otherwise idle program alive.
    worker.unref();
    worker.on("message", (message: FromWorker) => this.#hear(message));
    worker.on("error", (error) =>
      this.#lose(worker, error instanceof Error ? error : new Error(String(error))),
    );
    worker.on("exit", (code) => this.#lose(worker, new Error(`A worker of the renderer ended (${code}).`)));
    return worker;
  }

  #hear(message: FromWorker): void {
    if (message.kind === "need") return void this.#fetch(message.id);
    const order = this.#orders.get(message.number);
    this.#orders.delete(message.number);
    if (message.kind === "rendered") order?.resolve(Buffer.from(message.png.buffer));
    else order?.reject(new Error(message.message));
  }

  async #fetch(id: string): Promise<void> {
    const file = await this.#read(id).catch(() => undefined);
    this.#sendMessage({ kind: "file", id, file });
  }

  #lose(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const lost = [...this.#orders.values()];
    this.#orders.clear();
    for (const { reject } of lost) reject(error);
  }
}
