import { createHistogram, monitorEventLoopDelay } from "node:perf_hooks";

/**
 * Loaded into a program with `--import`: measures how long its event loop is blocked, by processor time, so that the
 * result does not depend on what else the machine does. Answers each message with what it measured since the last one.
 */
export type LoopBlocking = {
  /** Longest processor time of the main thread between two turns of the loop. */
  maxMs: number;
  /** Longest delay by the clock, for comparison. */
  maxDelayMs: number;
};

const INTERVAL_MS = 2;

const blocking = createHistogram();
const delay = monitorEventLoopDelay({ resolution: INTERVAL_MS });
delay.enable();

let before = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(before);
  before = process.threadCpuUsage();
  blocking.record(Math.max(1, user + system));
}, INTERVAL_MS).unref();

process.on("message", () => {
  const measured: LoopBlocking = {
    maxMs: blocking.max / 1e3,
    maxDelayMs: delay.max / 1e6,
  };
  blocking.reset();
  delay.reset();
  process.send?.(measured);
});
process.channel?.unref();
