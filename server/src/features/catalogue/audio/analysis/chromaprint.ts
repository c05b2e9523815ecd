import { readFile } from "node:fs/promises";

/** Seconds of a recording that AcoustID fingerprints. */
export const FINGERPRINTED_S = 120;

/** Samples per channel of one call. */
const CHUNK_SAMPLES = 4_096;
/** The algorithm of AcoustID's fingerprints. */
const ALGORITHM = 1;

/**
 * Fingerprints one recording with Chromaprint compiled to WebAssembly. The package's own loader needs a
 * browser; the module does not.
 */
export type Fingerprinter = {
  /** Samples -1 to 1 of each channel. Ignores samples after the fingerprinted seconds. */
  add(channels: readonly Float32Array[], from: number, to: number): void;
  /** Returns the compressed fingerprint; undefined if the recording is too short. */
  finish(): string | undefined;
};

export async function openFingerprinter(sampleRate: number, channels: number): Promise<Fingerprinter> {
  const chromaprint = await openChromaprint();
  const { call, memory } = chromaprint;
  const print = call("chromaprint_new", ALGORITHM);
  if (call("chromaprint_start", print, sampleRate, channels) === 0)
    throw new Error("Chromaprint failed to start");
  const piece = call("malloc", CHUNK_SAMPLES * channels * 2);
  let left = FINGERPRINTED_S * sampleRate;
  return {
    add(samples, from, to) {
      const end = Math.min(to, from + left);
      left -= Math.max(0, end - from);
      for (let at = from; at < end; at += CHUNK_SAMPLES) {
        const count = Math.min(CHUNK_SAMPLES, end - at);
        interleaveChannels(samples, at, new Int16Array(memory.buffer, piece, count * channels), channels);
        call("chromaprint_feed", print, piece, count * channels);
      }
    },
    finish() {
      call("chromaprint_finish", print);
      const pointer = call("malloc", 8);
      const view = () => new DataView(memory.buffer);
      call("chromaprint_get_raw_fingerprint_size", print, pointer + 4);
      if (view().getInt32(pointer + 4, true) === 0) return undefined;
      call("chromaprint_get_fingerprint", print, pointer);
      const bytes = new Uint8Array(memory.buffer).subarray(view().getInt32(pointer, true));
      return Buffer.from(bytes.subarray(0, bytes.indexOf(0))).toString("latin1");
    },
  };
}

function interleaveChannels(
  samples: readonly Float32Array[],
  from: number,
  into: Int16Array,
  channels: number,
): void {
  for (let channel = 0; channel < channels; channel++) {
    const source = samples[channel];
    if (source === undefined) continue;
    for (let at = from, to = channel; to < into.length; at++, to += channels) {
      into[to] = Math.max(-32_768, Math.min(32_767, Math.round((source[at] ?? 0) * 32_768)));
    }
  }
}

/** The part of the global WebAssembly used here; Node's types leave it to the DOM types. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<WasmModule>;
  instantiate(compiled: WasmModule, imports: WasmImports): Promise<{ exports: Record<string, unknown> }>;
  Memory: { new (): WasmMemory };
};
type WasmModule = { readonly compiled: unique symbol };
type WasmImports = Record<string, Record<string, (...values: number[]) => number>>;
type WasmMemory = { readonly buffer: ArrayBuffer; grow(pages: number): number };

type Chromaprint = { call(name: string, ...values: number[]): number; memory: WasmMemory };

let modulePromise: Promise<WasmModule> | undefined;

/** Instantiates the module once per recording, so that its memory is freed with it. */
async function openChromaprint(): Promise<Chromaprint> {
  modulePromise ??= readFile(new URL("chromaprint.wasm", import.meta.resolve("@unimusic/chromaprint"))).then(
    (bytes) => WebAssembly.compile(bytes),
  );
  let memory: WasmMemory | undefined;
  const { exports } = await WebAssembly.instantiate(
    await modulePromise,
    createImports((bytes) => grow(memory, bytes)),
  );
  if (!(exports.memory instanceof WebAssembly.Memory)) throw new Error("Chromaprint has no memory");
  memory = exports.memory;
  const call = (name: string, ...values: number[]): number => {
    const called = exports[name];
    if (typeof called !== "function") throw new Error(`Chromaprint has no ${name}`);
    return Number(called(...values) ?? 0);
  };
  call("emscripten_stack_init");
  call("__wasm_call_ctors");
  return { call, memory };
}

/** The imports of the compiled code; only the memory is really used. */
function createImports(resize: (bytes: number) => number): WasmImports {
  const nothing = () => 0;
  const end = () => {
    throw new Error("Chromaprint aborted");
  };
  return {
    env: {
      emscripten_resize_heap: (bytes = 0) => resize(bytes >>> 0),
      emscripten_get_now: () => performance.now(),
      emscripten_date_now: () => Date.now(),
      emscripten_err: nothing,
      _setitimer_js: nothing,
      _emscripten_runtime_keepalive_clear: nothing,
      _abort_js: end,
      __cxa_throw: end,
    },
    wasi_snapshot_preview1: {
      fd_write: nothing,
      fd_close: nothing,
      fd_seek: nothing,
      random_get: nothing,
      environ_sizes_get: nothing,
      environ_get: nothing,
      proc_exit: end,
    },
  };
}

/** Many times what a fingerprint needs. */
const MAX_MEMORY_BYTES = 1 << 28;
const WASM_PAGE_BYTES = 1 << 16;

function grow(memory: WasmMemory | undefined, bytes: number): number {
  if (memory === undefined || bytes > MAX_MEMORY_BYTES) return 0;
  memory.grow(Math.ceil((bytes - memory.buffer.byteLength) / WASM_PAGE_BYTES));
  return 1;
}
