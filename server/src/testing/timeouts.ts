import { vi } from "vitest";

/** Selects timeouts by their length. */
type Selection = (ms: number) => boolean;

export type TimeoutControl = {
  /** Ends the selected timeouts while `pending` is pending, as if their time had passed. */
  expireDuring<Result>(pending: PromiseLike<Result>, isSelected: Selection): Promise<Result>;
  restore(): void;
};

const EXPIRE_INTERVAL_MS = 20;

/**
 * Controls the timeouts that this process sets from now on, so that tests need not wait for limits of the program, which are long
 * enough for a busy machine. Other timeouts end by themselves, and `sleep` of node:timers/promises is not affected.
 */
export function controlTimeouts(): TimeoutControl {
  const { setTimeout: start, clearTimeout: clear } = globalThis;
  const running = new Map<unknown, { ms: number; end: () => void }>();
  const starts = vi.spyOn(globalThis, "setTimeout").mockImplementation((callback, ms = 0, ...values) => {
    const end = () => {
      running.delete(timer);
      callback(...values);
    };
    const timer = start(end, ms);
    running.set(timer, { ms, end });
    return timer;
  });
  const clears = vi.spyOn(globalThis, "clearTimeout").mockImplementation((timer) => {
    running.delete(timer);
    clear(timer);
  });
  function expire(isSelected: Selection): void {
    for (const [timer, { ms, end }] of [...running]) {
      if (!isSelected(ms) || !running.has(timer)) continue;
      clear(timer as NodeJS.Timeout);
      end();
    }
  }
  return {
    async expireDuring(pending, isSelected) {
      const expiring = setInterval(() => expire(isSelected), EXPIRE_INTERVAL_MS);
      try {
        return await pending;
      } finally {
        clearInterval(expiring);
      }
    },
    restore() {
      starts.mockRestore();
      clears.mockRestore();
    },
  };
}
