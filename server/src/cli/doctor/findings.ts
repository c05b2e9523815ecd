import { redactError } from "../../platform/jobs/redact-error.ts";

export type Level = "ok" | "warn" | "fail";

/** Finding of a check; one line of the report. */
export type Finding = { part: string; level: Level; text: string };

export const ok = (part: string, text: string): Finding => ({ part, level: "ok", text });
export const warn = (part: string, text: string): Finding => ({ part, level: "warn", text });
export const fail = (part: string, text: string): Finding => ({ part, level: "fail", text });

/** For connecting and for each call of a check. */
export const CALL_TIMEOUT_MS = 5_000;
const CHECK_TIMEOUT_MS = 8_000;

/** Runs a check. An error or a missing answer is a failure. */
export async function runCheck(
  part: string,
  check: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<readonly Finding[]>((resolve) => {
    timer = setTimeout(
      () => resolve([fail(part, `no answer in ${CHECK_TIMEOUT_MS / 1_000} s`)]),
      CHECK_TIMEOUT_MS,
    );
  });
  const outcome = check().catch((error: unknown) => [fail(part, describeError(error))]);
  return Promise.race([outcome, timeout]).finally(() => clearTimeout(timer));
}

/** Returns the message of an error without credentials. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return redactError(String(error));
  // Node reports several failed addresses of a host without a message.
  const inner = error instanceof AggregateError ? error.errors[0] : undefined;
  return redactError(error.message || (inner instanceof Error ? inner.message : error.name));
}
