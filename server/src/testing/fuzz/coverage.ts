import { type Profiler, Session } from "node:inspector/promises";

/** Collects which blocks of some source files an operation executes. */
export type Coverage = {
  /** Returns the blocks that were executed since the last call. */
  take(): Promise<string[]>;
  /** Restarts the counters. V8 does not count in code that it has optimized, until then. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts V8's block coverage of the loaded files whose path ends with one of `files`. Load them before, so that each of
 * their blocks is counted.
 */
export async function startCoverage(files: readonly string[]): Promise<Coverage> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  const start = () => session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  await start();
  return {
    async take() {
      const { result } = await session.post("Profiler.takePreciseCoverage");
      return result.filter(({ url }) => files.some((file) => url.endsWith(file))).flatMap(blocksOf);
    },
    async restart() {
      await session.post("Profiler.stopPreciseCoverage");
      await start();
    },
    async stop() {
      await session.post("Profiler.stopPreciseCoverage");
      session.disconnect();
    },
  };
}

/** Names the executed blocks with the magnitude of their count, because a loop that runs longer is news too. */
function blocksOf({ scriptId, functions }: Profiler.ScriptCoverage): string[] {
  return functions.flatMap(({ ranges }) =>
    ranges
      .filter(({ count }) => count > 0)
      .map(
        ({ startOffset, endOffset, count }) =>
          `${scriptId}:${startOffset}-${endOffset}:${Math.floor(Math.log2(count))}`,
      ),
  );
}
