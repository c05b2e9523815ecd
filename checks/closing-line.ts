import type { Reporter, TestModule } from "vitest/node";

/** Ends a test run with one plain line: how many tests passed and how many failed. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandled.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state]++;
      if (module.state() === "failed" && module.errors().length > 0) count.failed++;
    }
    const skipped = count.skipped + count.pending;
    const line = `${count.passed} passed, ${count.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
    // After the other reporters have said theirs.
    process.on("exit", () => process.stdout.write(`${line}\n`));
  }
}
