/**
 * Loaded into a program with `--import`: measures the processor time between two turns of its event loop, and that of its other
 * threads. Answers each message with what it measured since the last one.
 */
export type LoopBlocking = {
  /** Longest processor time of the main thread between two turns of the loop. */
  maxMs: number;
  /** Processor time of all other threads. */
  otherThreadsMs: number;
};

const INTERVAL_MS = 2;

const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000;

let maxMs = 0;
let lastTurn = process.threadCpuUsage();
let start = { thread: process.threadCpuUsage(), process: process.cpuUsage() };
setInterval(() => {
  maxMs = Math.max(maxMs, milliseconds(process.threadCpuUsage(lastTurn)));
  lastTurn = process.threadCpuUsage();
}, INTERVAL_MS).unref();

process.on("message", () => {
  const measured: LoopBlocking = {
    maxMs,
    otherThreadsMs:
      milliseconds(process.cpuUsage(start.process)) - milliseconds(process.threadCpuUsage(start.thread)),
  };
  maxMs = 0;
  start = { thread: process.threadCpuUsage(), process: process.cpuUsage() };
  process.send?.(measured);
});
process.channel?.unref();
