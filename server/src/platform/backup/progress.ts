/** Reports the progress of a backup or restore as lines of text. */
export type Progress = {
  /** Reports a step. */
  report(line: string): void;
  addRows(rows: number): void;
  /** Begins to count files. */
  startFiles(total: number): void;
  addFile(bytes: number): void;
};

const INTERVAL_MS = 5_000;

/** Reports steps immediately, counts every few seconds. */
export function createProgress(print: (line: string) => void): Progress {
  let rows = 0;
  let files = 0;
  let bytes = 0;
  let total = 0;
  let reportedAt = performance.now();
  const reportInTime = (line: () => string) => {
    if (performance.now() - reportedAt < INTERVAL_MS) return;
    reportedAt = performance.now();
    print(line());
  };
  return {
    report: print,
    addRows(added) {
      rows += added;
      reportInTime(() => `Database: ${formatCount(rows)} rows`);
    },
    startFiles(count) {
      total = count;
    },
    addFile(size) {
      files += 1;
      bytes += size;
      reportInTime(() => `Files: ${formatCount(files)} of ${formatCount(total)}, ${formatBytes(bytes)}`);
    },
  };
}

export function formatCount(count: number): string {
  return count.toLocaleString("en");
}

export function formatBytes(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const unit = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** unit;
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
